// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {IPositionReader} from "../../tools/contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../tools/contracts/interfaces/Position.sol";
import {MockExchange} from "./mocks/Mocks.sol";
import {HostileReader, Mischief} from "./mocks/Readers.sol";
import {LendingPool, PeggedToken, PoolReader, Vault} from "./mocks/Receipts.sol";
import {PositionsFixture} from "./PositionsFixture.sol";
import {Words} from "./Words.sol";

/// @notice Readers that misbehave: nothing is stolen under them, exits elsewhere pass, and so does what only brings in.
contract PolicyCageReadersTest is PositionsFixture {
    uint256 private constant LANE = 1_000e6;

    function _prepare() internal override {
        super._prepare();
        poolReader = new HostileReader(pool);
    }

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.windowSpendCapUsdc = 1_000_000e6;
    }

    function setUp() public override {
        super.setUp();
        _run(_buyWeth(40_000e6));
        _pass(INTERVAL);
        _run(_supply(10e18));
        _pass(INTERVAL);
        _run(_borrow(debtUsdc, 5_000e6, address(cage)));
        _pass(INTERVAL);
        vm.prank(owner);
        cage.setHotLane(LANE);
        _pass(2 days);
    }

    // ------------------------------------------------------------ reverts, burns gas, answers bombs, re-enters

    function test_I71_aReaderThatReverts() public {
        _everywhere(Mischief.Revert);
    }

    function test_I71_aReaderThatBurnsGas() public {
        _everywhere(Mischief.Burn);
    }

    function test_I71_aReaderThatAnswersABomb() public {
        _everywhere(Mischief.Bomb);
    }

    function test_I71_aReaderThatRevertsWithABomb() public {
        _everywhere(Mischief.RevertBomb);
    }

    function test_I71_aReaderThatReenters() public {
        _everywhere(Mischief.Reenter);
    }

    function _everywhere(Mischief mischief) private {
        bytes4[5] memory functions = [
            IPositionReader.mark.selector,
            IPositionReader.touched.selector,
            IPositionReader.tokens.selector,
            IPositionReader.holdings.selector,
            bytes4(0)
        ];
        for (uint256 i; i < functions.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            HostileReader(address(poolReader)).misbehave(mischief, functions[i], address(cage));
            if (i >= 2) _risksNothing();
            if (i >= 1) _stealsNothing();
            _unwinds();
            vm.revertToState(snapshot);
        }
    }

    function _risksNothing() private {
        bytes4 reason = ICageErrors.PositionUnreadable.selector;
        vm.expectPartialRevert(reason);
        cage.netAssetValueUsdc();
        _fails(_buyWeth(100e6), reason);
        _fails(_supply(1e18), reason);
        _fails(_repay(debtUsdc, 1_000e6), reason);
    }

    /// @dev To another account alone, with a trifle for the cage, or on credit.
    function _stealsNothing() private {
        _failsUnsigned(_take(10e18, thief));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _take(9e18, thief)[0];
        calls[1] = _take(1e15, address(cage))[0];
        _failsUnsigned(calls);
        _failsUnsigned(_borrow(debtUsdc, 5_000e6, address(cage)));
        _failsUnsigned(_borrow(debtWeth, 1e18, address(cage)));
    }

    /// @dev In a pause: what is held elsewhere, and with the guardian's signature what only brings in.
    function _unwinds() private {
        vm.prank(guardian);
        cage.pause();
        _run(_sellWeth(1e17, 2_000));
        _runSigned(_take(4e18, address(cage)));
        assertEq(weth.balanceOf(address(cage)), 13.9e18);
    }

    function _failsUnsigned(IPolicyCage.Call[] memory calls) private {
        bytes32 permitId = _permit();
        vm.prank(operator);
        (bool ok,) =
            address(cage).call(abi.encodeCall(cage.execute, (calls, block.timestamp, permitId, bytes(""))));
        assertFalse(ok);
    }

    // ------------------------------------------------------------ not to be read for a while

    /// @notice All of it goes to a thief, after which nothing is left that could not be read.
    function test_I71_aBrokenVaultIsNotEmptiedUnseen() public {
        _vaultBreaks();
        uint256 shares = vault.balanceOf(address(cage));
        _fails(_redeem(shares, thief), ICageErrors.PositionUnreadable.selector);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _redeem(shares - 1e15, thief)[0];
        calls[1] = _redeem(1e15, address(cage))[0];
        _fails(calls, ICageErrors.GuardianRequired.selector);
        _runSigned(_redeem(shares, address(cage)));
        assertEq(_count(), 2);
    }

    /// @notice A gap between two calls is one as well.
    function test_I71_whatIsMendedWithinAnActionWasBroken() public {
        _runSigned(_deposit(5e18));
        _pass(2 days);
        uint256 shares = vault.balanceOf(address(cage));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](5);
        calls[0] = _poke(address(vault), abi.encodeCall(Vault.setBroken, (true)));
        calls[1] = _redeem(1e15, address(cage))[0];
        calls[2] = _redeem(shares - 2e15, thief)[0];
        calls[3] = _poke(address(vault), abi.encodeCall(Vault.setBroken, (false)));
        calls[4] = _redeem(1e15, address(cage))[0];
        _fails(calls, ICageErrors.GuardianRequired.selector);
    }

    /// @notice What cannot be read is listed as that, and nothing is said of it.
    function test_I71_whatCannotBeReadIsListed() public {
        _vaultBreaks();
        bytes memory list = Words.ask(address(cage), abi.encodeCall(cage.holdings, ()));
        assertEq(Words.at(list, 1), 3);
        for (uint256 i; i < 3; ++i) {
            bool isBroken = i == 2;
            // Reader, key, place, health, where lots are, readable.
            uint256 at = 2 + Words.at(list, 2 + i) / 32;
            assertEq(Words.at(list, at), uint160(isBroken ? address(vaultReader) : address(poolReader)));
            assertEq(Words.at(list, at + 3) == 0, isBroken);
            assertEq(Words.at(list, at + Words.at(list, at + 4) / 32) == 0, isBroken);
            assertEq(Words.at(list, at + 5) == 0, isBroken);
        }
    }

    /// @notice A reader that cannot tell what a call did makes nothing of another's doubtful.
    function test_I71_aBlindReaderBlindsNoOther() public {
        _runSigned(_deposit(5e18));
        HostileReader(address(poolReader))
            .misbehave(Mischief.Revert, IPositionReader.touched.selector, address(cage));
        _runSigned(_take(4e18, address(cage)));
        assertEq(weth.balanceOf(address(cage)), 9e18);
        assertEq(_count(), 3);
    }

    /// @notice More keys than a call touches are no answer: what it did is not known.
    function test_I71_ofTooManyKeysNoneIsAnswered() public {
        bytes memory touched = abi.encodeWithSelector(IPositionReader.touched.selector);
        vm.mockCall(address(poolReader), touched, abi.encode(_keys(17)));
        _fails(_take(1e18, address(cage)), ICageErrors.GuardianRequired.selector);
        vm.mockCall(address(poolReader), touched, abi.encode(_keys(16)));
        _run(_take(1e18, address(cage)));
    }

    function _keys(uint256 count) private view returns (bytes32[] memory keys) {
        keys = new bytes32[](count);
        for (uint256 i; i < count; ++i) {
            keys[i] = _key(aWeth);
        }
    }

    function _vaultBreaks() private {
        _runSigned(_deposit(5e18));
        _pass(2 days);
        vault.setBroken(true);
    }

    function _poke(address target, bytes memory data) private view returns (IPolicyCage.Call memory) {
        return _call(address(exchange), abi.encodeCall(MockExchange.poke, (target, data)));
    }

    /// @notice A caller that gives too little gas is told so, and makes no position unreadable.
    function testFuzz_I71_starvingHidesNothing(uint256 gas) public {
        HostileReader(address(poolReader))
            .misbehave(Mischief.Dig, IPositionReader.holdings.selector, address(cage));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _take(4e17, thief)[0];
        calls[1] = _take(1e15, address(cage))[0];
        bytes memory data = abi.encodeCall(cage.execute, (calls, block.timestamp, _permit(), bytes("")));
        vm.prank(operator);
        (bool ok, bytes memory reason) = address(cage).call{gas: bound(gas, 200_000, 3_000_000)}(data);
        assertFalse(ok);
        bytes4 code = bytes4(reason);
        assertTrue(
            code == 0 || code == ICageErrors.TooLittleGas.selector
                || code == ICageErrors.ValueLossExceeded.selector || code == ICageErrors.CallFailed.selector,
            vm.toString(reason)
        );
    }

    // ------------------------------------------------------------ lies

    /// @notice What makes no sense is no answer.
    function test_I71_nonsenseIsNoAnswer() public {
        Lot[] memory lots = _lots(5);
        _isNonsense(lots);
        lots = _lots(0);
        _isNonsense(lots);
        lots = _lots(1);
        lots[0].index = 0;
        _isNonsense(lots);
        lots[0].index = uint256(type(uint128).max) + 1;
        _isNonsense(lots);
        lots = _lots(1);
        lots[0].units = uint256(type(uint128).max) + 1;
        _isNonsense(lots);
        lots = _lots(1);
        lots[0].legs[0].amount = int256(uint256(type(uint128).max) + 1);
        _isNonsense(lots);
        lots = _lots(1);
        lots[0].legs[0] = Leg(address(usdc), int256(uint256(type(uint112).max) + 1));
        _isNonsense(lots);
        lots = _lots(1);
        lots[0].legs = new Leg[](9);
        _isNonsense(lots);
        lots[0].legs = new Leg[](2);
        (lots[0].legs[0], lots[0].legs[1]) = (Leg(address(weth), 1), Leg(address(weth), -1));
        _isNonsense(lots);
        // What was held is owed all at once.
        lots = _lots(1);
        lots[0].legs[0].amount = -1;
        _isNonsense(lots);
    }

    /// @notice What lost everything is worth nothing at once; its rate counts again up to the highest that was booked.
    function test_I66_whatIsWorthNothingIsAnAnswer() public {
        Lot[] memory lots = _lots(1);
        uint256 nav = cage.netAssetValueUsdc();
        (lots[0].index, lots[0].legs[0].amount) = (0, 0);
        _answer(aWeth, lots);
        assertEq(cage.netAssetValueUsdc(), nav - 20_000e6);
        _fails(_buyWeth(100e6), ICageErrors.DrawdownExceeded.selector);
        _run(_repay(debtUsdc, 1_000e6));
        assertEq(cage.netAssetValueUsdc(), nav - 20_000e6);
        _answer(aWeth, _lots(1));
        assertEq(cage.netAssetValueUsdc(), nav);
    }

    function test_I71_debtInATokenWithoutAPriceIsNoAnswer() public {
        Lot[] memory lots = _lots(1);
        lots[0].legs[0] = Leg(address(0xdead), -1);
        _hidesDebt(lots);
    }

    /// @notice It would grow within an exit, out of a paused cage as well.
    function test_I69_debtThatLeavesIsNoAnswer() public {
        Lot[] memory lots = _lots(1);
        (lots[0].units, lots[0].legs[0]) = (5_000e6, Leg(address(usdc), -5_000e6));
        _answer(debtUsdc, lots);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        lots[0].claimableFrom = 1;
        _hidesDebt(lots);
    }

    function _hidesDebt(Lot[] memory lots) private {
        _answer(debtUsdc, lots);
        vm.expectRevert(
            abi.encodeWithSelector(ICageErrors.PositionUnreadable.selector, poolReader, _key(debtUsdc))
        );
        cage.netAssetValueUsdc();
    }

    /// @notice More of what nobody asked for, at a rate that jumped: neither counts beyond what time allows.
    function testFuzz_I66_aLieIsNoProfit(uint128 units, uint128 index, uint96 amount) public {
        uint256 nav = cage.netAssetValueUsdc();
        Lot[] memory lots = _lots(1);
        // As far as it makes sense: what does not is not read at all.
        lots[0].units = bound(units, 10e18, 10_000e18);
        lots[0].index = bound(index, 1e27, 1_000e27);
        uint256 claimed = bound(amount, 0, 10e18) * lots[0].units / 10e18;
        lots[0].legs[0].amount = int256(claimed * (lots[0].index / 1e18) / 1e9);
        _answer(aWeth, lots);
        // What a rate may grow since the cage looked last.
        assertLe(cage.netAssetValueUsdc(), nav + 20_000e6 * (2 days + uint256(INTERVAL)) / 365 days + 1);
    }

    function _isNonsense(Lot[] memory lots) private {
        _answer(aWeth, lots);
        vm.expectRevert(
            abi.encodeWithSelector(ICageErrors.PositionUnreadable.selector, poolReader, _key(aWeth))
        );
        cage.netAssetValueUsdc();
    }

    function _lots(uint256 count) private view returns (Lot[] memory lots) {
        lots = new Lot[](count);
        for (uint256 i; i < count; ++i) {
            lots[i] = Lot(10e18, 1e27, 0, new Leg[](1));
            lots[i].legs[0] = Leg(address(weth), 10e18);
        }
    }

    function _answer(PeggedToken key, Lot[] memory lots) private {
        vm.mockCall(
            address(poolReader),
            abi.encodeWithSelector(IPositionReader.holdings.selector, address(cage), _key(key)),
            abi.encode(_key(key), type(uint256).max, lots)
        );
    }

    // ------------------------------------------------------------ one for another

    /// @notice A reader that was replaced counts nothing more, so that a target which was forgotten counts nothing twice.
    function test_I65_aReplacedReaderIsNotAsked() public {
        LendingPool gate = new LendingPool();
        _allow(address(gate), LendingPool.claim.selector, address(0), address(poolReader));
        address[] memory targets = new address[](1);
        targets[0] = address(pool);
        PoolReader other = new PoolReader(pool);
        _loosen(abi.encodeCall(cage.setReader, (address(poolReader), _code(address(other)), targets)));
        _fails(
            _calls(address(gate), 0, abi.encodeCall(gate.borrow, (debtUsdc, 1, address(cage)))),
            ICageErrors.TargetNotAllowed.selector
        );
        vm.prank(owner);
        vm.expectRevert(
            abi.encodeWithSelector(ICageErrors.PositionUnreadable.selector, poolReader, _key(aWeth))
        );
        cage.absorbPosition(address(poolReader), _key(aWeth));
    }
}
