// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {MockPositionManager} from "./MockPositionManager.sol";
import {UniswapV3Fixture} from "./UniswapV3Fixture.sol";

/// @notice Liquidity positions: valued at feed prices, part of the exposure, guarded against the pool.
contract UniswapV3ReaderTest is UniswapV3Fixture {
    function test_mint_countsAsRiskAndKeepsTheValue() public {
        uint256 nav = cage.netAssetValueUsdc();
        _mintPosition();
        assertEq(_count(), 1);
        assertApproxEqAbs(cage.netAssetValueUsdc(), nav, 10);
        assertApproxEqAbs(cage.positionValueUsdc(address(weth)), 20_000e6, 10);
        assertEq(cage.lastRebalanceAt(), block.timestamp);
        assertGt(cage.windowSpentUsdc(), 1_000e6);
    }

    function test_I33_poolPriceMovesNothing() public {
        _mintPosition();
        uint256 nav = cage.netAssetValueUsdc();
        manager.setSqrtPrice(_sqrtPrice(1_000));
        assertEq(cage.netAssetValueUsdc(), nav);
        manager.setSqrtPrice(_sqrtPrice(4_000));
        assertEq(cage.netAssetValueUsdc(), nav);
    }

    function testFuzz_I34_withdrawingLiquidityIsAnExitAtAnyPoolPrice(uint256 price, uint256 fee) public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        _setPrice(wethFeed, 1_000); // breach
        vm.prank(guardian);
        cage.pause();
        manager.setSqrtPrice(_sqrtPrice(bound(price, 200, 20_000)));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(manager), _decrease(id, LIQUIDITY));
        fee = bound(fee, 0, 1e18);
        calls[1] = _call(address(manager), _collect(id, address(cage), uint128(fee), uint128(fee / 1e12)));
        _run(calls);
        assertEq(_count(), 0);
    }

    function test_exit_untilTheTokenIsBurned() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        calls[0] = _call(address(manager), _decrease(id, LIQUIDITY));
        calls[1] = _call(address(manager), _collect(id, address(cage), 0, 0));
        calls[2] = _call(address(manager), abi.encodeCall(manager.burn, (id)));
        _run(calls);
        assertEq(_count(), 0);
    }

    function test_exit_stepByStep() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        vm.prank(guardian);
        cage.pause();
        _run(_calls(address(manager), 0, _decrease(id, LIQUIDITY)));
        assertEq(_count(), 1);
        _run(_calls(address(manager), 0, _collect(id, address(cage), 0, 0)));
        assertEq(_count(), 0);
    }

    function test_error_mintForAThief() public {
        IPolicyCage.Call[] memory calls = _mintCalls(thief);
        vm.expectPartialRevert(ICageErrors.ValueLossExceeded.selector);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, "x", "");
    }

    function test_error_mintWhileInBreachOrPaused() public {
        vm.prank(guardian);
        cage.pause();
        _runReverts(_mintCalls(address(cage)), abi.encodeWithSelector(ICageErrors.CagePaused.selector));
    }

    function test_error_singleSidedMintIsNoExit() public {
        manager.setSqrtPrice(_sqrtPrice(1_000)); // below the range: WETH alone goes in
        vm.prank(guardian);
        cage.pause();
        IPolicyCage.Call[] memory calls = _mintCalls(address(cage));
        MockPositionManager.MintParams memory p = _mintParams(address(cage));
        p.amount0Desired = LIQUIDITY / 100;
        calls[2].data = abi.encodeCall(manager.mint, (p));
        _runReverts(calls, abi.encodeWithSelector(ICageErrors.CagePaused.selector));
    }

    function test_I33_giftsOfLiquidityAndOfPositionsCountForNothing() public {
        _mintPosition();
        uint256 nav = cage.netAssetValueUsdc();
        uint256 id = uint256(_firstKey());
        vm.startPrank(thief);
        token0.mint(thief, 1e30);
        token1.mint(thief, 1e30);
        token0.approve(address(manager), type(uint256).max);
        token1.approve(address(manager), type(uint256).max);
        manager.increaseLiquidity(_increase(id, LIQUIDITY * 5));
        for (uint256 i; i < 100; ++i) {
            manager.mint(_mintParams(address(cage)));
        }
        vm.stopPrank();
        assertApproxEqAbs(cage.netAssetValueUsdc(), nav, 1);
        assertEq(_count(), 1);
        uint256 mark = cage.highWaterMark();
        _run(_sellWeth(1e18, 2_000));
        assertEq(cage.highWaterMark(), mark);
        vm.prank(owner);
        assertEq(cage.withdrawPosition(address(manager), id + 1), 0);
        assertEq(manager.ownerOf(id + 1), owner);
    }

    /// @notice s42-hidden-position: parked as liquidity, then as a claim that nobody collected, then bought again.
    function test_I30_hiddenPositionInLiquidityAndClaims() public {
        vm.prank(owner);
        cage.setPositionCap(address(weth), 20_000e6);
        _mintPosition();
        uint256 id = uint256(_firstKey());
        for (uint256 i; i < 2; ++i) {
            assertApproxEqAbs(cage.positionValueUsdc(address(weth)), 20_000e6, 10);
            _pass(1 days + 1 hours);
            vm.expectPartialRevert(ICageErrors.PositionCapExceeded.selector);
            vm.prank(operator);
            cage.execute(_swap(usdc, 100e6, weth, 5e16), block.timestamp, "x", "");
            if (i == 0) {
                _run(_calls(address(manager), 0, _decrease(id, LIQUIDITY)));
            }
        }
        assertEq(weth.balanceOf(address(cage)) * 2_000 < 20_000e18, true);
    }

    /// @notice s41-donation, as fees: a trader through the pool at a loss gives to the position.
    function test_I33_feesCountOnlyOnceCollected() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        uint256 nav = cage.netAssetValueUsdc();
        manager.accrue(id, 1e18, 1e18);
        assertEq(cage.netAssetValueUsdc(), nav);
        _run(_calls(address(manager), 0, _decrease(id, LIQUIDITY / 2)));
        assertApproxEqAbs(cage.netAssetValueUsdc(), nav, 10);
        IPolicyCage.Call[] memory calls = _calls(address(manager), 0, _collect(id, address(cage), 1e12, 1e12));
        _run(calls);
        assertGt(cage.netAssetValueUsdc(), nav);
    }

    function test_withdrawPosition() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        uint256 perShare = cage.valuePerShare();
        vm.prank(owner);
        assertGt(cage.withdrawPosition(address(manager), id), 0);
        assertApproxEqRel(cage.valuePerShare(), perShare, 1e9);
        assertEq(_count(), 0);
    }

    function test_error_tooManyPositions() public {
        for (uint256 i; i < 16; ++i) {
            _mintSmall();
        }
        IPolicyCage.Call[] memory calls = _mintCalls(address(cage));
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.TooManyPositions.selector, 17, 16));
        vm.prank(operator);
        cage.execute(calls, block.timestamp, "x", "");
    }

    function _mintSmall() private {
        _pass(2 hours);
        IPolicyCage.Call[] memory calls = _mintCalls(address(cage));
        MockPositionManager.MintParams memory p = _mintParams(address(cage));
        p.amount0Desired = LIQUIDITY / 100;
        calls[2].data = abi.encodeCall(manager.mint, (p));
        _run(calls);
    }
}
