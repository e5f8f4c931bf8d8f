// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {IPositionReader} from "../../tools/contracts/interfaces/IPositionReader.sol";
import {ApprovalToken} from "./mocks/Hostile.sol";
import {MockExchange, MockToken} from "./mocks/Mocks.sol";
import {HostileReader, Mischief, PairReader} from "./mocks/Readers.sol";
import {LendingPool, PeggedToken} from "./mocks/Receipts.sol";
import {PositionsFixture} from "./PositionsFixture.sol";

/// @notice Attacks on the counting of positions: gifts, pushed rates, ways round, equal debt, dust, the edges of windows.
contract PolicyCageAttacksTest is PositionsFixture {
    uint256 private constant LANE = 30_000e6;
    LendingPool private _twin;
    PairReader private _pairReader;
    LendingPool private _bad;
    HostileReader private _badReader;
    PeggedToken[] private _dust;

    function _prepare() internal override {
        super._prepare();
        (_twin, _bad) = (new LendingPool(), new LendingPool());
        _pairReader = new PairReader(_twin, aWeth, debtUsdc);
        _badReader = new HostileReader(_bad);
        poolReader = new HostileReader(pool);
        for (uint256 i; i < 17; ++i) {
            _dust.push(new PeggedToken("dust", i % 2 == 0 ? weth : MockToken(usdc), i % 2 == 1));
        }
    }

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.windowSpendCapUsdc = 60_000e6;
        c.assets[1].capUsdc = type(uint256).max;
        IPolicyCage.TargetConfig[] memory targets = new IPolicyCage.TargetConfig[](7);
        for (uint256 i; i < 5; ++i) {
            targets[i] = c.targets[i];
        }
        (targets[5].target, targets[6].target) = (address(_twin), address(_bad));
        (targets[5].selectors, targets[6].selectors) = (c.targets[3].selectors, c.targets[3].selectors);
        (targets[5].reader, targets[6].reader) = (_code(address(_pairReader)), _code(address(_badReader)));
        c.targets = targets;
        bytes32[] memory places = new bytes32[](6 + _dust.length);
        for (uint256 i; i < 5; ++i) {
            places[i] = c.places[i];
        }
        for (uint256 i; i < _dust.length; ++i) {
            places[6 + i] = _key(_dust[i]);
        }
        c.places = places;
    }

    // ------------------------------------------------------------ pushed rates

    /// @notice A rate that is lifted in the middle of an action pays for no theft, neither in calls of their own nor in one.
    function test_I66_aRateLiftedWithinAnActionHidesNoTheft() public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        _run(_deposit(10e18));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _poke(address(weth), abi.encodeCall(MockToken.mint, (address(vault), 2_000e18)));
        calls[1] = _redeem(4e18, thief)[0];
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
        (calls[0], calls[1]) = (calls[1], calls[0]);
        _fails(calls, ICageErrors.ValueLossExceeded.selector);

        // In one call, of a contract whose reader is not the vault's.
        vm.prank(address(cage));
        vault.approve(address(exchange), 4e18);
        bytes[] memory inner = new bytes[](2);
        inner[0] = abi.encodeCall(
            MockExchange.poke, (address(vault), abi.encodeCall(vault.redeem, (4e18, thief, address(cage))))
        );
        inner[1] = abi.encodeCall(
            MockExchange.poke, (address(weth), abi.encodeCall(MockToken.mint, (address(vault), 2_000e18)))
        );
        _fails(
            _calls(address(exchange), 0, abi.encodeCall(MockExchange.multicall, (inner))),
            ICageErrors.ValueLossExceeded.selector
        );
    }

    /// @notice What counts of a rate grows with time, however often the cage looks.
    function testFuzz_I66_manyLooksDoNotHurryARate(uint256 looks, uint256 gap) public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        _run(_deposit(10e18));
        weth.mint(address(vault), 10_000e18);
        uint256 nav = cage.netAssetValueUsdc();
        uint256 elapsed;
        looks = bound(looks, 1, 10);
        for (uint256 i; i < looks; ++i) {
            gap = bound(uint256(keccak256(abi.encode(gap))), 1, 10 days);
            elapsed += gap;
            _pass(gap);
            vm.prank(operator);
            cage.execute(new IPolicyCage.Call[](0), block.timestamp, _permit(), "");
        }
        // e^x - 1 < 1.2 x, here.
        assertLe(cage.netAssetValueUsdc(), nav + 20_000e6 * 12 * elapsed / (365 days * 10) + 1);
    }

    /// @notice A lot that was empty for a year and one that never was are begun alike.
    function test_I67_throughZeroAndBackAfterAYear() public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        IPolicyCage.Call[] memory supply =
            _two(weth, address(_twin), 5e18, abi.encodeCall(_twin.supply, (aWeth, 5e18, address(cage))));
        _run(supply);
        _pass(INTERVAL);
        _run(_calls(address(_twin), 0, abi.encodeCall(_twin.borrow, (debtUsdc, 1_000e6, address(cage)))));
        // The pool rounds a wei in the taker's favour.
        _run(_calls(address(_twin), 0, abi.encodeCall(_twin.withdraw, (aWeth, 5e18 + 1, address(cage)))));
        assertEq(aWeth.scaledBalanceOf(address(cage)), 0);
        assertEq(_count(), 1);
        _pass(365 days);
        aWeth.grow(500);
        _run(_sellWeth(1e18, 2_000));
        uint256 nav = cage.netAssetValueUsdc();
        _run(supply);
        assertApproxEqAbs(cage.netAssetValueUsdc(), nav, 2);
        assertApproxEqAbs(cage.positionValueUsdc(address(weth)), 18_000e6, 2);
        // And what it is worth from then on has a bound again.
        aWeth.grow(500);
        assertApproxEqAbs(cage.netAssetValueUsdc(), nav, 2);
    }

    // ------------------------------------------------------------ ways round

    /// @notice What leaves to a thief and comes back by another contract was lost first, and is income then.
    function test_I66_whatComesBackByAnotherContractOffsetsNoLoss() public {
        IPolicyCage.Call[] memory theft = _swapTo(usdc, 5_000e6, weth, 25e17, thief);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        (calls[0], calls[1]) = (theft[0], theft[1]);
        calls[2] = _poke(address(weth), abi.encodeCall(MockToken.mint, (address(cage), 25e17)));
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
        (calls[0], calls[1], calls[2]) = (calls[2], theft[0], theft[1]);
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
        calls[0] = _call(address(usdc), abi.encodeCall(IERC20.approve, (address(pool), 5_000e6)));
        calls[1] = _call(address(pool), abi.encodeCall(pool.supply, (aUsdc, 5_000e6, thief)));
        calls[2] = _poke(address(aUsdc), abi.encodeCall(MockToken.mint, (address(cage), 5_000e6)));
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
    }

    /// @notice The debt of another does not become the cage's cheaply, nor the cage's credit another's.
    function test_I65_whatIsTakenByAnotherTargetIsSeen() public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        _run(_supply(10e18));
        _fails(
            _calls(
                address(exchange),
                0,
                _poke(address(aWeth), abi.encodeCall(MockToken.burn, (address(cage), 1e18))).data
            ),
            ICageErrors.ValueLossExceeded.selector
        );
        _pass(INTERVAL);
        _run(_borrow(debtUsdc, 1_000e6, address(cage)));
        _fails(
            _calls(
                address(exchange),
                0,
                _poke(address(debtUsdc), abi.encodeCall(MockToken.mint, (address(cage), 1_000e6))).data
            ),
            ICageErrors.ValueLossExceeded.selector
        );
    }

    /// @notice What one call put into a position another call takes unseen from it as little.
    function test_I65_whatIsTakenAfterItWasTouchedIsSeen() public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        IPolicyCage.Call[] memory supply = _supply(5e18);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        (calls[0], calls[1]) = (supply[0], supply[1]);
        calls[2] = _poke(address(aWeth), abi.encodeCall(MockToken.burn, (address(cage), 5e18)));
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
    }

    /// @notice What a debt and what a vault's shares come to may change within an action, without a unit of either: a loss.
    function test_I30_anIndexThatIsMovedWithinAnActionIsALoss() public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        _run(_deposit(5e18));
        _pass(INTERVAL);
        _run(_borrow(debtUsdc, 10_000e6, address(cage)));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](1);
        calls[0] = _poke(address(debtUsdc), abi.encodeCall(PeggedToken.grow, (1_000)));
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
        calls[0] = _poke(address(weth), abi.encodeCall(MockToken.burn, (address(vault), 100e18)));
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
    }

    /// @notice What takes while it is approved is seen, in the last call too; what gives then pays for nothing of the next call,
    /// unless it is an asset.
    function test_I30_anApprovalHidesNothing() public {
        ApprovalToken token = new ApprovalToken(usdc);
        _loosen(
            abi.encodeCall(
                cage.addAsset,
                (IPolicyCage.AssetConfig(address(token), address(usdcFeed), STALENESS, 1e12, false))
            )
        );
        IPolicyCage.Call[] memory calls =
            _calls(address(token), 0, abi.encodeCall(IERC20.approve, (address(exchange), 1)));
        token.onApproval(1_000e6, 0);
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
        token = new ApprovalToken(usdc);
        _allow(address(token), IERC20.approve.selector);
        token.onApproval(0, 1_000e6);
        IPolicyCage.Call[] memory theft = _swapTo(usdc, 1_000e6, weth, 5e17, thief);
        calls = new IPolicyCage.Call[](3);
        (calls[0], calls[2]) = (theft[0], theft[1]);
        calls[1] = _call(address(token), abi.encodeCall(IERC20.approve, (address(exchange), 1)));
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
    }

    /// @notice One payment counts for no two positions that lay there.
    function test_I66_aPaymentCountsForOneGift() public {
        aWeth.mint(address(cage), 10e18);
        bytes32[] memory keys = new bytes32[](2);
        (keys[0], keys[1]) = (_key(aWeth), _key(aUsdc));
        vm.mockCall(
            address(poolReader), abi.encodeWithSelector(IPositionReader.touched.selector), abi.encode(keys)
        );
        _run(_supplyUsdc(1_000e6));
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
    }

    /// @notice Units that stood there uncounted, and debt that another paid off, came for nothing that goes later.
    function test_I66_oldGiftsInPositionsOffsetNoLoss() public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        _run(_supply(5e18));
        _pass(INTERVAL);
        _run(_borrow(debtUsdc, 10_000e6, address(cage)));
        aWeth.mint(address(cage), 2e18);
        debtUsdc.burn(address(cage), 4_000e6);
        _run(_sellWeth(1e18, 2_000));
        uint256 nav = cage.netAssetValueUsdc();
        usdc.burn(address(cage), 8_000e6);
        assertEq(cage.netAssetValueUsdc(), nav - 8_000e6);
    }

    /// @notice Units that come into one position in the same call pay for none that go from another.
    function test_I66_whatComesIntoAnotherPositionOffsetsNoLoss() public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        _run(_supply(5e18));
        _pass(INTERVAL);
        _run(_supplyUsdc(5_000e6));
        _pass(INTERVAL);
        bytes[] memory inner = new bytes[](2);
        inner[0] = _poke(address(aWeth), abi.encodeCall(MockToken.burn, (address(cage), 1e18))).data;
        inner[1] = _poke(address(aUsdc), abi.encodeCall(MockToken.mint, (address(cage), 2_000e6))).data;
        _fails(
            _calls(address(exchange), 0, abi.encodeCall(MockExchange.multicall, (inner))),
            ICageErrors.ValueLossExceeded.selector
        );
    }

    // ------------------------------------------------------------ debt

    /// @notice What is owed is worth what is held: nothing is left to lose, and no loss hides in it.
    function test_I66_collateralEqualToDebt() public {
        _lever(50_000e6);
        vm.prank(owner);
        cage.withdraw(address(usdc), 100_000e6);
        // 50 000 supplied, as much owed.
        assertEq(cage.netAssetValueUsdc(), 0);
        assertEq(cage.totalShares(), 0);
        _fails(_takeUsdc(1_000e6, thief), ICageErrors.ValueLossExceeded.selector);
        aUsdc.burn(address(cage), 20_000e6);
        debtUsdc.burn(address(cage), 20_000e6);
        assertEq(cage.netAssetValueUsdc(), 0);
        // The pool rounds a wei in the taker's favour.
        _run(_takeUsdc(30_000e6 + 1, address(cage)));
        _run(_repay(debtUsdc, 30_000e6));
        assertEq(_count(), 0);
    }

    /// @notice More is owed than is held: worth nothing, and exits go on.
    function test_I34_moreDebtThanAnything() public {
        _lever(50_000e6);
        debtUsdc.grow(50_000); // six times
        assertEq(cage.netAssetValueUsdc(), 0);
        assertEq(cage.drawdownBps(), 10_000);
        _pass(INTERVAL);
        _fails(_buyWeth(1_000e6), ICageErrors.DrawdownExceeded.selector);
        _run(_takeUsdc(10_000e6, address(cage)));
        _run(_repay(debtUsdc, 10_000e6));
        usdc.mint(owner, 1e6);
        vm.prank(owner);
        vm.expectRevert(ICageErrors.NothingToShare.selector);
        cage.deposit(address(usdc), 1e6);
    }

    /// @notice Debt through zero and back counts at once, in full.
    function test_I66_debtThroughZeroAndBack() public {
        for (uint256 i; i < 3; ++i) {
            _pass(1 days + 1 hours);
            _run(_borrow(debtUsdc, 10_000e6, address(cage)));
            assertEq(cage.netAssetValueUsdc(), 100_000e6);
            assertEq(_count(), 1);
            _run(_repay(debtUsdc, 10_000e6));
            assertEq(_count(), 0);
            assertEq(cage.netAssetValueUsdc(), 100_000e6);
        }
    }

    /// @notice Collateral that an outsider gave is not paid for by the debt that is then taken on it.
    function test_I66_aDebtPaysForNoGift() public {
        aWeth.mint(address(cage), 5e18);
        _run(_calls(address(_twin), 0, abi.encodeCall(_twin.borrow, (debtUsdc, 5_000e6, address(cage)))));
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        assertEq(cage.positionValueUsdc(address(weth)), 0);
    }

    // ------------------------------------------------------------ dust

    /// @notice Sixteen keys of dust stop neither exits nor each other's end, and a seventeenth has no room.
    function test_I71_dustUpToTheLimit() public {
        _fill();
        _pass(INTERVAL);
        _fails(_open(16), ICageErrors.TooManyPositions.selector);
        _dust[16].mint(address(cage), 1e12);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.TooManyPositions.selector, 17, 16));
        cage.absorbPosition(address(poolReader), _key(_dust[16]));
        vm.prank(guardian);
        cage.pause();
        _run(_calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(pool), 0))));
        for (uint256 i; i < 16; ++i) {
            _run(_close(i));
            assertEq(_count(), 15 - i);
        }
    }

    /// @notice An outsider pays all but a speck: what was owed is forgotten, and a key is free.
    function test_I65_aDebtThatAnotherPaidKeepsNoKey() public {
        _fill();
        for (uint256 i = 1; i < 16; i += 2) {
            _dust[i].burn(address(cage), 5_000);
            _run(_repay(_dust[i], 5_000));
        }
        assertEq(_count(), 8);
        // What is more than a speck waits for the owner.
        _pass(INTERVAL);
        _run(_borrow(debtUsdc, 1e6, address(cage)));
        debtUsdc.burn(address(cage), 500_000);
        _run(_repay(debtUsdc, 500_000));
        assertEq(_count(), 9);
        vm.prank(owner);
        cage.absorbPosition(address(poolReader), _key(debtUsdc));
        assertEq(_count(), 8);
    }

    /// @notice What outsiders send fills no key.
    function test_I65_giftsOfDustFillNoKey() public {
        for (uint256 i; i < 17; ++i) {
            _dust[i].mint(address(cage), 1);
        }
        _run(_buyWeth(1_000e6));
        assertEq(_count(), 0);
    }

    /// @dev Sixteen positions, every second a debt.
    function _fill() private {
        _run(_buyWeth(1_000e6));
        for (uint256 i; i < 16; ++i) {
            _pass(INTERVAL);
            _run(_open(i));
        }
        assertEq(_count(), 16);
    }

    function _open(uint256 i) private view returns (IPolicyCage.Call[] memory) {
        if (i % 2 == 1) return _borrow(_dust[i], 10_000, address(cage));
        return _two(weth, address(pool), 1e12, abi.encodeCall(pool.supply, (_dust[i], 1e12, address(cage))));
    }

    function _close(uint256 i) private view returns (IPolicyCage.Call[] memory) {
        if (i % 2 == 1) return _repay(_dust[i], 10_000);
        // The pool rounds a wei in the taker's favour.
        return _calls(address(pool), 0, abi.encodeCall(pool.withdraw, (_dust[i], 1e12 + 1, address(cage))));
    }

    // ------------------------------------------------------------ one reader beside another

    /// @notice Readers that burn all their gas leave enough for those of other protocols.
    function test_I71_aWastefulReaderTakesNoOthersGas() public {
        _run(_borrow(debtUsdc, 10_000e6, address(cage)));
        _pass(INTERVAL);
        _run(_buyWeth(1_000e6));
        for (uint256 i; i < 8; i += 2) {
            _pass(INTERVAL);
            IPolicyCage.Call[] memory calls = _open(i);
            calls[0] = _call(address(weth), abi.encodeCall(IERC20.approve, (address(_bad), 1e12)));
            calls[1].target = address(_bad);
            _run(calls);
        }
        _badReader.misbehave(Mischief.Burn, 0, address(cage));
        HostileReader(address(poolReader))
            .misbehave(Mischief.Dig, IPositionReader.holdings.selector, address(cage));
        vm.prank(guardian);
        cage.pause();
        _run(_repay(debtUsdc, 9_000e6));
        assertEq(debtUsdc.balanceOf(address(cage)), 1_000e6);
    }

    // ------------------------------------------------------------ the edges of windows

    /// @notice What is supplied at the end of one window and the start of the next is spend of both.
    function test_I1_spendingAtTheEdgesOfWindows() public {
        vm.prank(owner);
        cage.setHotLane(LANE);
        // The last second of an hour.
        _pass(1 hours - 1 - block.timestamp % 1 hours);
        _run(_supplyUsdc(30_000e6));
        _pass(1 days - 1 - INTERVAL);
        _fails(_supplyUsdc(1e6), ICageErrors.GuardianRequired.selector);
        _runSigned(_supplyUsdc(30_000e6));
        _pass(INTERVAL);
        bytes32 permitId = _permit();
        IPolicyCage.Call[] memory calls = _supplyUsdc(1e6);
        bytes memory signature = _sign(calls, permitId);
        vm.prank(operator);
        vm.expectPartialRevert(ICageErrors.WindowSpendExceeded.selector);
        cage.execute(calls, block.timestamp, permitId, signature);
        // Out and in again is spend each time, and out alone is not stopped.
        _run(_takeUsdc(30_000e6, address(cage)));
        _pass(1 hours);
        _run(_supplyUsdc(30_000e6));
        assertEq(cage.windowSpentUsdc(), 60_000e6);
    }

    // ------------------------------------------------------------ helpers

    /// @dev Borrows and supplies the same.
    function _lever(uint256 amount) private {
        _run(_borrow(debtUsdc, amount, address(cage)));
        _pass(INTERVAL);
        _run(_supplyUsdc(amount));
        _pass(2 days);
    }

    function _poke(address target, bytes memory data) private view returns (IPolicyCage.Call memory) {
        return _call(address(exchange), abi.encodeCall(MockExchange.poke, (target, data)));
    }
}
