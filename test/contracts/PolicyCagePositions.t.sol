// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {MockExchange} from "./mocks/Mocks.sol";
import {LendingPool, PeggedToken, PoolReader} from "./mocks/Receipts.sol";
import {LendingFixture} from "./LendingFixture.sol";

/// @notice How positions are counted: what happens between actions, places, health, income, and what cannot be read.
contract PolicyCagePositionsTest is LendingFixture {
    // ------------------------------------------------------------ between actions

    /// @notice 20 000 of 100 000 USDC go and 10 WETH come: a fair fill of an order, before and after the next action.
    function test_I67_aFairFillIsNoDrawdown() public {
        usdc.burn(address(cage), 20_000e6);
        weth.mint(address(cage), 10e18);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        assertEq(cage.drawdownBps(), 0);
        _run(_sellWeth(1e18, 2_000));
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        assertEq(cage.positionValueUsdc(address(weth)), 18_000e6);
    }

    /// @notice So it is when what comes is more of a position that is known, up to what went.
    function test_I67_aFairFillMayRaiseAPosition() public {
        _run(_supplyTo(aUsdc, 10_000e6));
        usdc.burn(address(cage), 20_000e6);
        aUsdc.mint(address(cage), 20_000e6);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        aUsdc.mint(address(cage), 1_000e6);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
    }

    /// @notice What comes counts up to what went; the rest is a gift.
    function testFuzz_I66_exchangeIsNoProfit(uint256 gone, uint256 came) public {
        gone = bound(gone, 0, 100_000e6);
        came = bound(came, 0, 1_000e18);
        usdc.burn(address(cage), gone);
        weth.mint(address(cage), came);
        uint256 expected = came * 2_000 / 1e12;
        if (expected > gone) expected = gone;
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_000e6 - gone + expected, 2);
    }

    /// @notice What stood there uncounted when the cage looked last did not come in exchange.
    function test_I66_anOldGiftOffsetsNoLoss() public {
        weth.mint(address(cage), 10e18);
        _run(_buyWeth(1_000e6));
        usdc.burn(address(cage), 20_000e6);
        assertEq(cage.netAssetValueUsdc(), 80_000e6);
        assertEq(cage.drawdownBps(), 2_000);
    }

    /// @notice 170 000 supplied at 5 % and 80 000 owed at 6 %, after a year, with 10 000 more: 103 700.
    function test_I67_aYearOfInterestIsNoDrawdown() public {
        _lever();
        _pass(365 days);
        aUsdc.grow(500);
        debtUsdc.grow(600);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 103_700e6, 2);
        assertEq(cage.drawdownBps(), 0);
    }

    /// @notice A liquidation takes 20 000 of collateral for 19 000 of debt: a loss of 1 %. Then repaying passes, and
    /// risk does not.
    function test_I67_aLiquidationLosesWhatItTakesBeyondTheDebt() public {
        _lever();
        aUsdc.burn(address(cage), 20_000e6);
        debtUsdc.burn(address(cage), 19_000e6);
        pool.setHealth(1.05e18);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 99_000e6, 2);
        assertEq(cage.drawdownBps(), 100);
        _pass(INTERVAL);
        _fails(_borrow(debtUsdc, 1e6, address(cage)), ICageErrors.HealthTooLow.selector);
        _fails(_buyWeth(100e6), ICageErrors.HealthTooLow.selector);
        vm.prank(guardian);
        cage.pause();
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        (calls[0], calls[1]) = (_repay(debtUsdc, 5_000e6)[0], _repay(debtUsdc, 5_000e6)[1]);
        // As a repayment does in a market that computes it.
        calls[2] = _call(address(pool), abi.encodeCall(pool.agree, (1.06e18)));
        _run(calls);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 99_000e6, 2);
    }

    /// @notice 9 % of the value to an approved recipient: spend, and no drawdown.
    function test_payingARecipientIsNoDrawdown() public {
        uint256 perShare = cage.valuePerShare();
        _run(_calls(address(usdc), 0, abi.encodeCall(IERC20.transfer, (payee, 9_000e6))));
        assertEq(cage.drawdownBps(), 0);
        assertEq(cage.valuePerShare(), perShare);
        assertEq(cage.totalShares(), 91_000e18);
        assertEq(cage.windowSpentUsdc(), 9_000e6);
    }

    /// @notice What a recipient sends back within the action was not paid, and burns nothing.
    function test_I66_aPaymentThatComesBackIsNoProfit() public {
        _loosen(abi.encodeCall(cage.setRecipient, (address(exchange), true)));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(usdc), abi.encodeCall(IERC20.transfer, (address(exchange), 9_000e6)));
        bytes memory back = abi.encodeCall(IERC20.transfer, (address(cage), 9_000e6));
        calls[1] = _call(address(exchange), abi.encodeCall(MockExchange.poke, (address(usdc), back)));
        _run(calls);
        assertEq(cage.totalShares(), 100_000e18);
        assertEq(cage.valuePerShare(), 1e18);
    }

    // ------------------------------------------------------------ places

    function test_I68_lotsGrowOnlyInApprovedPlaces() public {
        PeggedToken own = new PeggedToken("evil", usdc, false);
        _fails(_supplyTo(own, 1_000e6), ICageErrors.PlaceNotAllowed.selector);
        _run(_supplyTo(aUsdc, 2_000e6));
        vm.prank(owner);
        cage.setPlace(_key(aUsdc), false);
        _pass(INTERVAL);
        _fails(_supplyTo(aUsdc, 1_000e6), ICageErrors.PlaceNotAllowed.selector);
        _run(_calls(address(pool), 0, abi.encodeCall(pool.withdraw, (aUsdc, 1_000e6, address(cage)))));
    }

    // ------------------------------------------------------------ health

    function test_I69_belowTheFloorOnlyWhatRaisesPasses() public {
        _run(_supplyTo(aUsdc, 10_000e6));
        _run(_calls(address(pool), 0, abi.encodeCall(pool.agree, (1.2e18))));
        // A switch that moves nothing is judged as well.
        _fails(
            _calls(address(pool), 0, abi.encodeCall(pool.agree, (1.1e18 - 1))),
            ICageErrors.HealthTooLow.selector
        );
        _run(_calls(address(pool), 0, abi.encodeCall(pool.agree, (1.1e18))));
        pool.setHealth(1e18);
        _fails(
            _calls(address(pool), 0, abi.encodeCall(pool.agree, (1e18))), ICageErrors.HealthTooLow.selector
        );
        _run(_calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(pool), 0))));
        _run(_calls(address(pool), 0, abi.encodeCall(pool.agree, (1.05e18))));
    }

    /// @notice With two healths below the floor: none may fall, one has to rise, an exit beside them is none of that.
    function test_I69_ofTwoBelowTheFloorNoneFallsAndOneRises() public {
        (LendingPool other, PeggedToken receipt) = _otherPool();
        _run(_supplyTo(aUsdc, 10_000e6));
        _pass(INTERVAL);
        _run(
            _two(
                usdc, address(other), 1_000e6, abi.encodeCall(other.supply, (receipt, 1_000e6, address(cage)))
            )
        );
        pool.setHealth(1e18);
        _fails(
            _calls(address(other), 0, abi.encodeCall(other.withdraw, (receipt, 1_000e6, address(cage)))),
            ICageErrors.HealthTooLow.selector
        );
        other.setHealth(1.05e18);
        _run(_calls(address(pool), 0, abi.encodeCall(pool.agree, (1.01e18))));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(pool), abi.encodeCall(pool.agree, (1.2e18)));
        calls[1] = _call(address(other), abi.encodeCall(other.agree, (1.05e18 - 1)));
        _fails(calls, ICageErrors.HealthTooLow.selector);
        calls[1] = _call(address(other), abi.encodeCall(other.agree, (1.05e18)));
        _run(calls);
        _run(_calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(pool), 0))));
        // What was above the floor and rises raises nothing that is below it.
        _fails(
            _calls(address(pool), 0, abi.encodeCall(pool.agree, (2e18))), ICageErrors.HealthTooLow.selector
        );
    }

    function _otherPool() private returns (LendingPool other, PeggedToken receipt) {
        (other, receipt) = (new LendingPool(), new PeggedToken("oUSDC", usdc, false));
        bytes4[] memory selectors = new bytes4[](3);
        (selectors[0], selectors[1]) = (LendingPool.supply.selector, LendingPool.withdraw.selector);
        selectors[2] = LendingPool.agree.selector;
        IPolicyCage.Code memory reader = _code(address(new PoolReader(other)));
        _loosen(abi.encodeCall(cage.setTarget, (address(other), selectors, _code(address(0)), reader)));
        _loosen(abi.encodeCall(cage.setPlace, (_key(receipt), true)));
    }

    // ------------------------------------------------------------ debt

    /// @notice What a new debt brings may be sold at the loss that any sale has, and no more.
    function test_aDebtIsReplacedByAnotherOne() public {
        _lever();
        _pass(INTERVAL);
        _fails(_swapDebt(2e18, 3_950e6), ICageErrors.ValueLossExceeded.selector);
        _run(_swapDebt(2e18, 3_970e6));
        assertEq(debtUsdc.balanceOf(address(cage)), 76_030e6);
        assertEq(debtWeth.balanceOf(address(cage)), 2e18);
        assertEq(cage.netAssetValueUsdc(), 99_970e6);
    }

    function _swapDebt(uint256 borrowed, uint256 repaid)
        private
        view
        returns (IPolicyCage.Call[] memory calls)
    {
        IPolicyCage.Call[] memory sale = _swap(weth, borrowed, usdc, repaid);
        IPolicyCage.Call[] memory repayment = _repay(debtUsdc, repaid);
        calls = new IPolicyCage.Call[](5);
        calls[0] = _borrow(debtWeth, borrowed, address(cage))[0];
        (calls[1], calls[2], calls[3], calls[4]) = (sale[0], sale[1], repayment[0], repayment[1]);
    }

    // ------------------------------------------------------------ income

    /// @notice A reward that a bundle claims does not pay for what it loses.
    function test_I66_incomeOffsetsNoLoss() public {
        _run(_buyWeth(20_000e6));
        IPolicyCage.Call[] memory sale = _sellWeth(1e18, 1_900);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        calls[0] = _call(address(pool), abi.encodeCall(pool.claim, (usdc, 1_000e6)));
        (calls[1], calls[2]) = (sale[0], sale[1]);
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
    }

    // ------------------------------------------------------------ readers

    function test_I65_aReaderIsReplacedByOneThatReportsAlike() public {
        _run(_supplyTo(aUsdc, 10_000e6));
        address[] memory targets = new address[](1);
        targets[0] = address(pool);
        PoolReader same = new PoolReader(pool);
        _loosen(abi.encodeCall(cage.setReader, (address(poolReader), _code(address(same)), targets)));
        (, address reader) = cage.codeOf(address(pool));
        assertEq(reader, address(same));
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        PoolReader other = new PoolReader(new LendingPool());
        LendingPool(other.POOL()).setHealth(3e18);
        bytes memory change = abi.encodeCall(cage.setReader, (address(same), _code(address(other)), targets));
        _refusesChange(change, abi.encodeWithSelector(ICageErrors.ReadersDiffer.selector, _key(aUsdc)));
        change = abi.encodeCall(cage.setReader, (address(poolReader), _code(address(same)), targets));
        _refusesChange(change, abi.encodeWithSelector(ICageErrors.InvalidConfig.selector));
        change = abi.encodeCall(cage.setReader, (address(same), _code(address(0)), targets));
        _refusesChange(change, abi.encodeWithSelector(ICageErrors.InvalidConfig.selector));
    }

    /// @notice What others read is not compared, and stays with them.
    function test_I65_aReplacedReaderLeavesThoseOfOthers() public {
        _run(_buyWeth(10_000e6));
        _pass(INTERVAL);
        _run(_deposit(5e18));
        address[] memory targets = new address[](1);
        targets[0] = address(pool);
        IPolicyCage.Code memory same = _code(address(new PoolReader(pool)));
        _loosen(abi.encodeCall(cage.setReader, (address(poolReader), same, targets)));
        assertEq(_count(), 1);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_000e6, 1);
    }

    function test_I32_codeIsApprovedByItsHash() public {
        bytes4[] memory selectors = new bytes4[](1);
        IPolicyCage.Code memory none;
        IPolicyCage.Code memory code = IPolicyCage.Code(address(poolReader), keccak256("other"));
        bytes memory reason = abi.encodeWithSelector(
            ICageErrors.CodeNotAllowed.selector, poolReader, address(poolReader).codehash
        );
        _refusesChange(abi.encodeCall(cage.setTarget, (payee, selectors, none, code)), reason);
        code = IPolicyCage.Code(payee, payee.codehash);
        reason = abi.encodeWithSelector(ICageErrors.CodeNotAllowed.selector, payee, payee.codehash);
        _refusesChange(abi.encodeCall(cage.setTarget, (payee, selectors, code, none)), reason);
        // A reader that counts something is not simply taken away.
        bytes memory change = abi.encodeCall(cage.setTarget, (address(pool), selectors, none, none));
        _refusesChange(change, abi.encodeWithSelector(ICageErrors.InvalidConfig.selector));
        // Nor is another one put in its place, there or where another one counts.
        change = abi.encodeCall(cage.setTarget, (address(pool), selectors, none, _code(address(vaultReader))));
        _refusesChange(change, abi.encodeWithSelector(ICageErrors.InvalidConfig.selector));
        address[] memory targets = new address[](1);
        targets[0] = address(vault);
        change = abi.encodeCall(cage.setReader, (address(poolReader), _code(address(poolReader)), targets));
        _refusesChange(change, abi.encodeWithSelector(ICageErrors.InvalidConfig.selector));
        // Where there is no code yet anything may be put.
        code = IPolicyCage.Code(address(0xc0de), bytes32(0));
        change = abi.encodeCall(cage.setTarget, (payee, selectors, code, none));
        _refusesChange(
            change, abi.encodeWithSelector(ICageErrors.CodeNotAllowed.selector, address(0xc0de), bytes32(0))
        );
        // Code that is another one by now is not asked.
        vm.etch(address(venueChecker), hex"00");
        _fails(
            _calls(address(venue), 0, abi.encodeCall(venue.poke, (address(usdc), ""))),
            ICageErrors.CodeNotAllowed.selector
        );
    }

    /// @notice The owner ends what the operator cannot: an exit from a position that cannot be read.
    function test_I71_theOwnerExitsWhatCannotBeRead() public {
        _lever();
        vm.etch(address(poolReader), hex"fe");
        IPolicyCage.Call[] memory repay = _repay(debtUsdc, 5_000e6);
        _fails(repay, ICageErrors.PositionUnreadable.selector);
        vm.prank(owner);
        cage.execute(repay, block.timestamp, "owner", "");
        assertEq(debtUsdc.balanceOf(address(cage)), 75_000e6);
        IPolicyCage.Call[] memory take =
            _calls(address(pool), 0, abi.encodeCall(pool.withdraw, (aUsdc, 1_000e6, address(cage))));
        _run(take);
    }

    // ------------------------------------------------------------ ERC-721

    function test_erc721OnlyWithinAnAction() public {
        (bool ok,) = address(cage)
            .call(
                abi.encodeWithSignature(
                    "onERC721Received(address,address,uint256,bytes)", address(this), address(this), 1, ""
                )
            );
        assertFalse(ok);
        vm.prank(address(venue));
        (ok,) = address(cage)
            .call(
                abi.encodeWithSignature(
                    "onERC721Received(address,address,uint256,bytes)", address(this), address(this), 1, ""
                )
            );
        assertFalse(ok);
    }

    // ------------------------------------------------------------ helpers

    function _refusesChange(bytes memory change, bytes memory reason) private {
        vm.prank(owner);
        cage.queue(change);
        _pass(DELAY);
        vm.prank(owner);
        (bool ok, bytes memory found) = address(cage).call(change);
        assertFalse(ok);
        assertEq(found, reason);
    }

    // ------------------------------------------------------------ debts that nobody would see

    /// @notice Where nothing is booked nothing can come out: what comes in while no reader is trusted may be owed.
    function test_I65_anUnseenDebtIsRefused() public {
        bytes memory code = address(poolReader).code;
        vm.etch(address(poolReader), hex"fe");
        _fails(_borrow(debtUsdc, 10_000e6, address(cage)), ICageErrors.PositionUnreadable.selector);
        vm.etch(address(poolReader), code);
        _run(_supplyUsdc(1_000e6));
        vm.etch(address(poolReader), hex"fe");
        _run(_takeUsdc(500e6, address(cage)));
        IPolicyCage.Call[] memory exit = _takeUsdc(500e6, address(cage));
        vm.prank(owner);
        cage.execute(exit, block.timestamp, "owner", "");
        assertEq(usdc.balanceOf(address(cage)), 100_000e6);
    }

    /// @notice What another reader counts says nothing of the protocol whose reader is not trusted.
    function test_I65_anotherReaderVouchesForNothing() public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        _run(_deposit(5e18));
        vm.etch(address(poolReader), hex"fe");
        _runReverts(
            _borrow(debtUsdc, 10_000e6, address(cage)),
            abi.encodeWithSelector(ICageErrors.PositionUnreadable.selector, poolReader, 0)
        );
    }

    /// @notice What others owe in the cage's name counts at once, as far as they owe it.
    function test_I66_debtThatOthersRaiseCounts() public {
        _run(_borrow(debtUsdc, 10_000e6, address(cage)));
        debtUsdc.mint(address(cage), 5_000e6);
        assertEq(cage.netAssetValueUsdc(), 95_000e6);
    }

    /// @notice What went counts once, whatever came for it in positions and in the wallet.
    function test_I67_oneFillIsPaidOnce() public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        _run(_supply(5e18));
        usdc.burn(address(cage), 2_000e6);
        aWeth.mint(address(cage), 1e18);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        weth.mint(address(cage), 1e18);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        wbtc.mint(address(cage), 1e8);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        aWeth.burn(address(cage), 1e18);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
    }

    /// @notice A position that begins below the floor is below it.
    function test_I69_whatIsNewIsNotBelowTheFloor() public {
        pool.setHealth(1.1e18 - 1);
        _fails(_borrow(debtUsdc, 1_000e6, address(cage)), ICageErrors.HealthTooLow.selector);
        pool.setHealth(1.1e18);
        _run(_borrow(debtUsdc, 1_000e6, address(cage)));
    }

    /// @notice The owner takes out and repays; it neither supplies nor borrows.
    function test_I31_theOwnerParksNothing() public {
        IPolicyCage.Call[][2] memory actions = [_supplyUsdc(1_000e6), _borrow(debtUsdc, 1e6, address(cage))];
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ICageErrors.Unauthorized.selector, owner));
            vm.prank(owner);
            cage.execute(actions[i], block.timestamp, "owner", "");
        }
    }

    /// @notice Data so long that a reader cannot be told it in its gas hides no debt.
    function test_I65_aPaddedCallHidesNoDebt() public {
        IPolicyCage.Call[] memory calls = _borrow(debtUsdc, 10_000e6, address(cage));
        bytes memory data = calls[0].data;
        calls[0].data = bytes.concat(data, new bytes(131_072 - data.length));
        _run(calls);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        calls[0].data = bytes.concat(data, new bytes(131_073 - data.length));
        _fails(calls, ICageErrors.MalformedCall.selector);
    }
}
