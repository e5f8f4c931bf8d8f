// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {MockExchange, MockToken} from "./mocks/Mocks.sol";

/// @notice Exits: what stays possible in a breach, a pause or a price outage, and how it may not be abused.
contract PolicyCageExitsTest is CageFixture {
    function setUp() public override {
        super.setUp();
        _run(_buyWeth(WETH_CAP));
    }

    /// @notice s72-breach-exit.
    function test_I34_exitInEveryTroubleAtOnce() public {
        vm.prank(guardian);
        cage.pause();
        wethFeed.setAnswer(0, block.timestamp);
        _run(_sellWeth(25e18, 1_500)); // 25 % below the last good price
        assertEq(weth.balanceOf(address(cage)), 0);
    }

    function test_error_exitWithStalePriceHasABound() public {
        vm.warp(block.timestamp + STALENESS + 1);
        _setPrice(usdcFeed, 1);
        _runReverts(
            _sellWeth(1e18, 1_399),
            abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 601e6, 600e6 + 10_000)
        );
        _run(_sellWeth(1e18, 1_400));
    }

    function test_error_exitAtABadPrice() public {
        _runReverts(
            _sellWeth(1e18, 1_900),
            abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 100e6, 20e6 + 10_000)
        );
    }

    /// @notice A pause leaves the way out open, not a cheaper one.
    function test_I30_exitAtABadPriceInAPause() public {
        vm.prank(guardian);
        cage.pause();
        _runReverts(
            _sellWeth(1e18, 1_900),
            abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 100e6, 20e6 + 10_000)
        );
        _run(_sellWeth(1e18, 1_980));
    }

    function test_error_aStaleCrumbDoesNotWidenTheLossBoundOfTheRest() public {
        _pass(1 days + 1 hours);
        _run(_swap(usdc, 6_000e6, wbtc, 10_000_000));
        wbtcFeed.setAnswer(0, block.timestamp);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](4);
        IPolicyCage.Call[] memory crumb = _swap(wbtc, 1, usdc, 600);
        IPolicyCage.Call[] memory rest = _sellWeth(1e18, 1_500);
        (calls[0], calls[1], calls[2], calls[3]) = (crumb[0], crumb[1], rest[0], rest[1]);
        _runReverts(
            calls, abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 500e6, 20e6 + 180 + 10_000)
        );
    }

    function test_exit_intoABaseAssetWithoutAPrice() public {
        usdcFeed.setAnswer(0, block.timestamp);
        IPolicyCage.Call[] memory calls = _sellWeth(1e18, 1_800);
        _run(calls);
        // A crumb of it does not widen the bound of a sale that brings nothing.
        calls = new IPolicyCage.Call[](4);
        IPolicyCage.Call[] memory theft = _swapTo(weth, 1e18, usdc, 2_000e6, thief);
        IPolicyCage.Call[] memory crumb = _swap(weth, 1, usdc, 1);
        (calls[0], calls[1], calls[2], calls[3]) = (theft[0], theft[1], crumb[0], crumb[1]);
        _runReverts(
            calls, abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 2_000e6, 20e6 + 10_000)
        );
    }

    function test_error_paymentThatOnlyPretendsPaysNothing() public {
        vm.mockCall(address(wbtc), abi.encodeCall(IERC20.transfer, (payee, 1e8)), abi.encode(false));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        calls[0] = _call(address(wbtc), abi.encodeCall(IERC20.transfer, (payee, 1e8)));
        IPolicyCage.Call[] memory theft = _swapTo(weth, 4e18, usdc, 0, thief);
        (calls[1], calls[2]) = (theft[0], theft[1]);
        _runReverts(calls, abi.encodeWithSelector(ICageErrors.CallFailed.selector, 0, abi.encode(false)));
    }

    function test_error_giftWithoutAPriceDoesNotLeave() public {
        wbtcFeed.setAnswer(0, block.timestamp);
        cage = IPolicyCage(deployCode("PolicyCage.sol:PolicyCage", abi.encode(_config())));
        wbtc.mint(address(cage), 1e8);
        _runReverts(
            _swapTo(wbtc, 1e8, usdc, 0, thief),
            abi.encodeWithSelector(ICageErrors.PriceUnavailable.selector, wbtc)
        );
    }

    function test_error_exitToAThief() public {
        IPolicyCage.Call[] memory calls = _swapTo(weth, 1e18, usdc, 2_000e6, thief);
        _runReverts(
            calls, abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 2_000e6, 20e6 + 10_000)
        );
    }

    function test_error_roundTripsDoNotWidenTheLossBound() public {
        // Selling, buying back and selling again at a loss each: the bound follows the net outflow.
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](6);
        IPolicyCage.Call[] memory a = _swap(weth, 10e18, usdc, 19_800e6);
        IPolicyCage.Call[] memory b = _swap(usdc, 19_800e6, weth, 9.8e18);
        IPolicyCage.Call[] memory c = _swap(weth, 9.8e18, usdc, 19_400e6);
        (calls[0], calls[1], calls[2], calls[3], calls[4], calls[5]) = (a[0], a[1], b[0], b[1], c[0], c[1]);
        _runReverts(
            calls, abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 600e6, 200e6 + 10_000)
        );
    }

    function test_I30_pausedAllowsExitsOnly() public {
        vm.prank(operator);
        cage.pause();
        bytes memory paused = abi.encodeWithSelector(ICageErrors.CagePaused.selector);
        _runReverts(_swap(usdc, 1_000e6, wbtc, 1_666_666), paused);
        _runReverts(_swap(weth, 1e18, wbtc, 3_333_333), paused);
        _runReverts(_calls(address(usdc), 0, abi.encodeCall(IERC20.transfer, (payee, 1))), paused);
        _runReverts(_calls(address(weth), 0, abi.encodeCall(IERC20.transfer, (payee, 1))), paused);
        _runReverts(_calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(exchange), 1))), paused);
        _run(_calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(exchange), 0))));
        _run(_sellWeth(1e18, 2_000));
    }

    function test_error_riskSwapIsNoExit() public {
        _setPrice(wethFeed, 1_500);
        vm.expectPartialRevert(ICageErrors.DrawdownExceeded.selector);
        vm.prank(operator);
        cage.execute(_swap(weth, 4e18, wbtc, 10_000_000), block.timestamp, "x", "");
    }

    function test_I34_exitWhenAnotherTokenIsBroken() public {
        _pass(1 days + 1 hours);
        _run(_swap(usdc, 6_000e6, wbtc, 10_000_000));
        wbtc.setBroken(true);
        _run(_sellWeth(25e18, 2_000));
    }

    function test_I34_exitUntilNothingIsLeft() public {
        _setPrice(wethFeed, 1_000);
        for (uint256 i; i < 5; ++i) {
            _run(_sellWeth(5e18, 1_000));
        }
        assertEq(weth.balanceOf(address(cage)), 0);
    }

    /// @dev Whatever the market does to the price, an honest exit at the feed's price succeeds.
    function testFuzz_I34_honestExitSucceeds(uint256 price, uint256 amount, bool halt) public {
        price = bound(price, 1, 1_000_000);
        amount = bound(amount, 1e12, 25e18);
        _setPrice(wethFeed, price);
        if (halt) {
            vm.prank(guardian);
            cage.pause();
        }
        _run(_sellWeth(amount, price));
    }

    /// @dev No action, however it is made up, may lose more than the bound.
    function testFuzz_I30_lossIsBounded(uint256 amountIn, uint256 amountOut, bool sell) public {
        _pass(1 days + 1 hours);
        uint256 before = cage.netAssetValueUsdc();
        amountIn = sell ? bound(amountIn, 1, 25e18) : bound(amountIn, 1, 50_000e6);
        amountOut = sell ? bound(amountOut, 0, 60_000e6) : bound(amountOut, 0, 30e18);
        IPolicyCage.Call[] memory calls =
            sell ? _swap(weth, amountIn, usdc, amountOut) : _swap(usdc, amountIn, weth, amountOut);
        uint256 movedUsdc = sell ? amountIn * 2_000 / 1e12 : amountIn;
        vm.prank(operator);
        try cage.execute(calls, block.timestamp, "f", "") {
            uint256 afterwards = cage.netAssetValueUsdc();
            assertGe(afterwards + movedUsdc / 100 + 10_002, before);
        } catch {}
    }
}
