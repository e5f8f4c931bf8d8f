// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {LpExposure} from "../../tools/protocols/uniswap-v3/contracts/LpExposure.sol";
import {MockPositionManager, MockToken} from "./mocks/Mocks.sol";

/// @notice Liquidity positions: valued at feed prices, part of the exposure, guarded against the pool.
contract PolicyCageLiquidityTest is CageFixture {
    uint128 private constant LIQUIDITY = 2e15;
    MockToken private token0;
    MockToken private token1;

    function setUp() public override {
        super.setUp();
        _run(_buyWeth(20_000e6));
        _pass(1 days + 1 hours);
        (token0, token1) = address(weth) < address(usdc) ? (MockToken(weth), usdc) : (usdc, MockToken(weth));
        manager.setSqrtPrice(_sqrtPrice(2_000));
    }

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
        calls[0] = _call(address(manager), abi.encodeCall(manager.decreaseLiquidity, (id, LIQUIDITY)));
        fee = bound(fee, 0, 1e18);
        calls[1] = _call(address(manager), _collect(id, address(cage), uint128(fee), uint128(fee / 1e12)));
        _run(calls);
        assertEq(_count(), 0);
    }

    function test_exit_untilTheTokenIsBurned() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        calls[0] = _call(address(manager), abi.encodeCall(manager.decreaseLiquidity, (id, LIQUIDITY)));
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
        _run(_calls(address(manager), 0, abi.encodeCall(manager.decreaseLiquidity, (id, LIQUIDITY))));
        assertEq(_count(), 1);
        _run(_calls(address(manager), 0, _collect(id, address(cage), 0, 0)));
        assertEq(_count(), 0);
    }

    function test_error_collectToAThief() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(manager), abi.encodeCall(manager.decreaseLiquidity, (id, LIQUIDITY)));
        calls[1] = _call(address(manager), _collect(id, thief, 0, 0));
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, thief));
        vm.prank(operator);
        cage.execute(calls, block.timestamp, "x", "");
    }

    /// @dev Fees that were never collected count as nothing, so their loss would show nowhere.
    function test_I30_feesOnlyCollectToTheCage() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        address[3] memory strangers = [thief, address(0), address(manager)];
        for (uint256 i; i < strangers.length; ++i) {
            bytes memory data = _collect(id, strangers[i], 1e12, 1e12);
            bytes memory expected =
                abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, strangers[i]);
            vm.expectRevert(expected);
            vm.prank(operator);
            cage.execute(_calls(address(manager), 0, data), block.timestamp, "x", "");

            bytes[] memory inner = new bytes[](1);
            inner[0] = data;
            vm.expectRevert(expected);
            vm.prank(operator);
            cage.execute(
                _calls(address(manager), 0, abi.encodeCall(manager.multicall, (inner))),
                block.timestamp,
                "x",
                ""
            );
        }
    }

    function _collect(uint256 id, address recipient, uint128 amount0, uint128 amount1)
        private
        view
        returns (bytes memory)
    {
        return abi.encodeCall(
            manager.collect, (MockPositionManager.CollectParams(id, recipient, amount0, amount1))
        );
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
        manager.increaseLiquidity(id, LIQUIDITY * 5);
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
                _run(_calls(address(manager), 0, abi.encodeCall(manager.decreaseLiquidity, (id, LIQUIDITY))));
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
        _run(_calls(address(manager), 0, abi.encodeCall(manager.decreaseLiquidity, (id, LIQUIDITY / 2))));
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

    function _mintPosition() private {
        _run(_mintCalls(address(cage)));
    }

    function _mintSmall() private {
        _pass(2 hours);
        IPolicyCage.Call[] memory calls = _mintCalls(address(cage));
        MockPositionManager.MintParams memory p = _mintParams(address(cage));
        p.amount0Desired = LIQUIDITY / 100;
        calls[2].data = abi.encodeCall(manager.mint, (p));
        _run(calls);
    }

    function _mintCalls(address to) private view returns (IPolicyCage.Call[] memory calls) {
        calls = new IPolicyCage.Call[](3);
        bytes memory approve = abi.encodeCall(IERC20.approve, (address(manager), 1e30));
        calls[0] = _call(address(token0), approve);
        calls[1] = _call(address(token1), approve);
        calls[2] = _call(address(manager), abi.encodeCall(manager.mint, (_mintParams(to))));
    }

    function _mintParams(address to) private view returns (MockPositionManager.MintParams memory p) {
        p.token0 = address(token0);
        p.token1 = address(token1);
        bool wethFirst = address(token0) == address(weth);
        // 2 000 USDC a WETH is tick -200 311 or 200 311
        p.tickLower = wethFirst ? int24(-203_160) : int24(197_460);
        p.tickUpper = wethFirst ? int24(-197_460) : int24(203_160);
        p.amount0Desired = LIQUIDITY;
        p.recipient = to;
    }

    function _sqrtPrice(uint256 dollars) private view returns (uint160) {
        return address(token0) == address(weth)
            ? LpExposure.sqrtPriceX96(dollars * 1e18, 1e30)
            : LpExposure.sqrtPriceX96(1e30, dollars * 1e18);
    }
}
