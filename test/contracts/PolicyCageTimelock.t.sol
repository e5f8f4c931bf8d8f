// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {PriceFeed} from "../../harness/world/contracts/PriceFeed.sol";

/// @notice Tightening is immediate, loosening waits, halting is immediate.
contract PolicyCageTimelockTest is CageFixture {
    function test_I32_tighteningIsImmediate() public {
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = bytes4(keccak256("deposit()"));
        vm.startPrank(owner);
        cage.setMaxDrawdownBps(MAX_DRAWDOWN_BPS - 1);
        cage.setMaxLossBps(99, 2_999);
        cage.setMinRebalanceInterval(INTERVAL + 1);
        cage.setWindowSpendCap(WINDOW_CAP - 1);
        cage.setWindowLossCap(LOSS_CAP - 1);
        cage.setHotLane(1e6);
        cage.setLoosenDelay(DELAY + 1);
        cage.setPositionCap(address(weth), 0);
        cage.removeSelectors(address(weth), selectors);
        cage.setPlace(keccak256("place"), false);
        cage.setMinHealth(2e18);
        cage.setRecipient(payee, false);
        cage.setOperator(address(0));
        IPolicyCage.Policy memory p = cage.policy();
        assertEq(p.maxDrawdownBps, MAX_DRAWDOWN_BPS - 1);
        assertEq(p.minRebalanceIntervalSeconds, INTERVAL + 1);
        assertEq(p.windowSpendCapUsdc, WINDOW_CAP - 1);
        assertEq(p.windowLossCapUsdc, LOSS_CAP - 1);
        assertEq(p.hotLaneUsdc, 1e6);
        assertEq(p.loosenDelaySeconds, DELAY + 1);
        assertEq(p.maxLossBps, 99);
        assertEq(p.maxStaleExitLossBps, 2_999);
        assertEq(p.operator, address(0));
        assertFalse(cage.isTargetAllowed(address(weth), selectors[0]));
        assertTrue(cage.isTarget(address(weth)));
        assertFalse(cage.isRecipient(payee));
        assertEq(cage.assets()[1].capUsdc, 0);
    }

    /// @notice s73-loosen-attempt: every loosening waits for its delay, for every caller.
    function test_I32_looseningWaits() public {
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = 0x12345678;
        IPolicyCage.AssetConfig memory asset =
            IPolicyCage.AssetConfig(address(exchange), address(wethFeed), STALENESS, 1, false);
        vm.mockCall(address(exchange), abi.encodeWithSignature("decimals()"), abi.encode(18));
        vm.mockCall(address(exchange), abi.encodeCall(IERC20.balanceOf, (address(cage))), abi.encode(0));
        IPolicyCage.Code memory none;
        address[] memory targets = new address[](1);
        targets[0] = address(venue);
        bytes[22] memory changes = [
            abi.encodeCall(cage.setMaxDrawdownBps, (MAX_DRAWDOWN_BPS + 1)),
            abi.encodeCall(cage.setMaxLossBps, (101, 3_000)),
            abi.encodeCall(cage.setMaxLossBps, (100, 3_001)),
            abi.encodeCall(cage.setMinRebalanceInterval, (INTERVAL - 1)),
            abi.encodeCall(cage.setWindowSpendCap, (WINDOW_CAP + 1)),
            abi.encodeCall(cage.setPositionCap, (address(weth), WETH_CAP + 10_000)),
            abi.encodeCall(cage.setFeed, (address(weth), address(wethFeed), STALENESS + 1)),
            abi.encodeCall(cage.setFeed, (address(weth), address(wethFeed), STALENESS - 1)),
            abi.encodeCall(cage.setFeed, (address(weth), address(wbtcFeed), STALENESS)),
            abi.encodeCall(cage.addAsset, (asset)),
            abi.encodeCall(cage.setTarget, (thief, selectors, none, none)),
            abi.encodeCall(cage.setPlace, (keccak256("place"), true)),
            abi.encodeCall(cage.setMinHealth, (1e18)),
            abi.encodeCall(cage.setRecipient, (thief, true)),
            abi.encodeCall(cage.setOperator, (thief)),
            abi.encodeCall(cage.setGuardian, (thief)),
            abi.encodeCall(cage.setLoosenDelay, (DELAY - 1)),
            abi.encodeCall(cage.setWindowLossCap, (LOSS_CAP + 1)),
            abi.encodeCall(cage.setHotLane, (HOT_LANE + 1)),
            abi.encodeCall(cage.setReader, (address(venueReader), _code(address(venueReader)), targets)),
            abi.encodeCall(cage.unpause, ()),
            // Last: afterwards, another address is the owner.
            abi.encodeCall(cage.setOwner, (thief))
        ];
        for (uint256 i; i < changes.length; ++i) {
            _waits(changes[i]);
        }
    }

    /// @notice What was tightened to nothing waits as well before it is anything again.
    function test_I32_fromNothingLooseningWaitsAsWell() public {
        vm.startPrank(owner);
        cage.setOperator(address(0));
        cage.setPositionCap(address(weth), 0);
        cage.setHotLane(0);
        cage.setWindowSpendCap(0);
        cage.setWindowLossCap(0);
        cage.setMaxDrawdownBps(0);
        cage.setMaxLossBps(0, 0);
        vm.stopPrank();
        bytes[8] memory changes = [
            abi.encodeCall(cage.setOperator, (operator)),
            abi.encodeCall(cage.setPositionCap, (address(weth), 10_000)),
            abi.encodeCall(cage.setHotLane, (1)),
            abi.encodeCall(cage.setWindowSpendCap, (1)),
            abi.encodeCall(cage.setWindowLossCap, (1)),
            abi.encodeCall(cage.setMaxDrawdownBps, (1)),
            abi.encodeCall(cage.setMaxLossBps, (1, 0)),
            abi.encodeCall(cage.setMaxLossBps, (1, 1))
        ];
        for (uint256 i; i < changes.length; ++i) {
            _waits(changes[i]);
        }
    }

    /// @notice What was approved twice is taken away once.
    function test_I32_whatIsApprovedTwiceIsTakenAwayOnce() public {
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = 0x12345678;
        IPolicyCage.Code memory none;
        bytes memory change = abi.encodeCall(cage.setTarget, (thief, selectors, none, none));
        _loosen(change);
        _loosen(change);
        vm.prank(owner);
        cage.removeSelectors(thief, selectors);
        assertFalse(cage.isTarget(thief));
    }

    function test_I32_looseningLapses() public {
        bytes memory change = abi.encodeCall(cage.setWindowSpendCap, (WINDOW_CAP + 1));
        vm.startPrank(owner);
        cage.queue(change);
        uint256 eta = block.timestamp + DELAY;
        vm.warp(eta + 14 days + 1);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.TimelockNotReady.selector, block.timestamp, eta));
        cage.setWindowSpendCap(WINDOW_CAP + 1);
    }

    function test_I32_guardianCancels() public {
        bytes memory change = abi.encodeCall(cage.setWindowSpendCap, (WINDOW_CAP + 1));
        vm.prank(owner);
        bytes32 id = cage.queue(change);
        vm.prank(operator);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.Unauthorized.selector, operator));
        cage.cancel(id);
        vm.prank(guardian);
        cage.cancel(id);
        vm.warp(block.timestamp + DELAY);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.NotQueued.selector, id));
        cage.setWindowSpendCap(WINDOW_CAP + 1);
    }

    function test_error_cancelWhatIsNotQueued() public {
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.NotQueued.selector, bytes32("x")));
        cage.cancel("x");
    }

    /// @notice The guardian drops its own replacement, or an unpause, once; then the owner's word counts, a week later.
    function test_I32_nobodyVetoesTheirOwnRemovalForEver() public {
        bytes[2] memory changes =
            [abi.encodeCall(cage.setGuardian, (thief)), abi.encodeCall(cage.unpause, ())];
        for (uint256 i = 2; i > 0; --i) {
            bytes memory change = changes[i - 1];
            bytes32 id = keccak256(change);
            if (i == 2) {
                vm.prank(guardian);
                cage.pause();
            }
            vm.prank(owner);
            cage.queue(change);
            vm.prank(guardian);
            cage.cancel(id);
            assertEq(cage.queuedEta(id), 0);
            vm.prank(owner);
            cage.queue(change);
            uint256 eta = block.timestamp + DELAY + 7 days;
            assertEq(cage.queuedEta(id), eta);
            vm.prank(guardian);
            vm.expectRevert(abi.encodeWithSelector(ICageErrors.VetoUsed.selector, id));
            cage.cancel(id);
            vm.warp(eta - 1);
            _fails(change, abi.encodeWithSelector(ICageErrors.TimelockNotReady.selector, eta - 1, eta));
            vm.warp(eta);
            vm.prank(owner);
            (bool ok,) = address(cage).call(change);
            assertTrue(ok);
        }
        assertEq(cage.policy().guardian, thief);
        assertFalse(cage.paused());
    }

    /// @notice What was carried out once is a new question the next time, and the owner may always think again.
    function test_I32_aVetoIsPerChange() public {
        bytes memory change = abi.encodeCall(cage.unpause, ());
        bytes32 id = keccak256(change);
        for (uint256 i; i < 2; ++i) {
            vm.prank(guardian);
            cage.pause();
            vm.prank(owner);
            cage.queue(change);
            vm.prank(guardian);
            cage.cancel(id);
            vm.startPrank(owner);
            cage.queue(change);
            cage.cancel(id);
            cage.queue(change);
            vm.warp(block.timestamp + DELAY + 7 days);
            cage.unpause();
            vm.stopPrank();
        }
        assertEq(cage.queuedEta(id), 0);
    }

    /// @notice Every other loosening the guardian may drop as often as it likes.
    function test_I32_otherVetoesStand() public {
        bytes memory change = abi.encodeCall(cage.setHotLane, (HOT_LANE + 1));
        for (uint256 i; i < 3; ++i) {
            vm.prank(owner);
            cage.queue(change);
            assertEq(cage.queuedEta(keccak256(change)), block.timestamp + DELAY);
            vm.prank(guardian);
            cage.cancel(keccak256(change));
        }
        vm.prank(thief);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.Unauthorized.selector, thief));
        cage.cancel(keccak256(change));
    }

    function test_pause_whoMay() public {
        address[3] memory allowed = [operator, guardian, owner];
        for (uint256 i; i < 3; ++i) {
            vm.prank(allowed[i]);
            cage.pause();
            assertTrue(cage.paused());
            _loosen(abi.encodeCall(cage.unpause, ()));
            assertFalse(cage.paused());
        }
        vm.prank(thief);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.Unauthorized.selector, thief));
        cage.pause();
    }

    function test_I32_strangersChangeNothing() public {
        address[3] memory strangers = [operator, guardian, thief];
        for (uint256 i; i < 3; ++i) {
            bytes memory reason = abi.encodeWithSelector(ICageErrors.Unauthorized.selector, strangers[i]);
            vm.startPrank(strangers[i]);
            vm.expectRevert(reason);
            cage.setMaxDrawdownBps(0);
            vm.expectRevert(reason);
            cage.queue("");
            vm.expectRevert(reason);
            cage.unpause();
            vm.expectRevert(reason);
            cage.setOwner(thief);
            vm.stopPrank();
        }
    }

    /// @notice I11: a tightened cage accepts nothing that the cage did not accept before (256 runs).
    function testFuzz_I11_tighteningAcceptsNoMore(uint256 seed, uint256 amount, uint256 rateBps) public {
        _run(_buyWeth(20_000e6));
        _pass(INTERVAL);
        _setPrice(wethFeed, 1_700 + seed % 400);
        amount = bound(amount, 1e6, 45_000e6);
        rateBps = bound(rateBps, 9_800, 10_100);
        uint256 price = uint256(wethFeed.latestAnswer());
        IPolicyCage.Call[] memory calls = _swap(usdc, amount, weth, amount * 1e20 / price * rateBps / 10_000);
        uint256 snapshot = vm.snapshotState();
        bool before = _accepts(calls);
        vm.revertToState(snapshot);
        bytes[7] memory changes = [
            abi.encodeCall(cage.setMaxDrawdownBps, (uint16(seed % (MAX_DRAWDOWN_BPS + 1)))),
            abi.encodeCall(cage.setMaxLossBps, (uint16(seed % 101), uint16(seed % 3_001))),
            abi.encodeCall(cage.setMinRebalanceInterval, (INTERVAL + uint32(seed % 2))),
            abi.encodeCall(cage.setWindowSpendCap, (seed % (WINDOW_CAP + 1))),
            abi.encodeCall(cage.setWindowLossCap, (seed % (LOSS_CAP + 1))),
            abi.encodeCall(cage.setPositionCap, (address(weth), seed % (WETH_CAP + 1))),
            abi.encodeCall(cage.setHotLane, (seed % (HOT_LANE + 1)))
        ];
        vm.prank(owner);
        (bool ok,) = address(cage).call(changes[(seed >> 128) % 7]);
        assertTrue(ok);
        if (_accepts(calls)) assertTrue(before);
    }

    function test_feedWithOtherDecimalsKeepsTheLastPrice() public {
        _run(_buyWeth(40_000e6));
        address feed = address(new PriceFeed(18, "ETH / USD", 2_000e18));
        _loosen(abi.encodeCall(cage.setFeed, (address(weth), feed, STALENESS)));
        vm.warp(block.timestamp + 2 hours); // stale again
        _setPrice(usdcFeed, 1);
        _runReverts(
            _sellWeth(1e18, 1_399),
            abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 601e6, 600e6 + 10_000)
        );
        _run(_sellWeth(1e18, 1_400));
    }

    /// @notice A last price that the decimals of another feed do not hold is not cut off.
    function test_I10_error_aLastPriceThatDoesNotFit() public {
        wbtcFeed = new PriceFeed(0, "BTC / USD", 1e11);
        _loosen(abi.encodeCall(cage.setFeed, (address(wbtc), address(wbtcFeed), STALENESS)));
        _run(_buyWeth(1_000e6));
        address feed = address(new PriceFeed(18, "BTC / USD", 1));
        bytes memory change = abi.encodeCall(cage.setFeed, (address(wbtc), feed, STALENESS));
        vm.prank(owner);
        cage.queue(change);
        vm.warp(block.timestamp + DELAY);
        _fails(
            change, abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 96, 1e11 * 1e18)
        );
    }

    function _accepts(IPolicyCage.Call[] memory calls) private returns (bool ok) {
        vm.prank(operator);
        (ok,) = address(cage).call(abi.encodeCall(cage.execute, (calls, block.timestamp, "p", "")));
    }

    function _waits(bytes memory change) private {
        bytes32 id = keccak256(change);
        _fails(change, abi.encodeWithSelector(ICageErrors.NotQueued.selector, id));
        vm.prank(owner);
        cage.queue(change);
        uint256 eta = block.timestamp + cage.policy().loosenDelaySeconds;
        assertEq(cage.queuedEta(id), eta);
        vm.warp(eta - 1);
        _fails(change, abi.encodeWithSelector(ICageErrors.TimelockNotReady.selector, eta - 1, eta));
        vm.warp(eta);
        vm.prank(owner);
        (bool ok,) = address(cage).call(change);
        assertTrue(ok);
        assertEq(cage.queuedEta(id), 0);
    }

    function _fails(bytes memory change, bytes memory expected) private {
        vm.prank(owner);
        (bool ok, bytes memory reason) = address(cage).call(change);
        assertFalse(ok);
        assertEq(reason, expected);
    }
}
