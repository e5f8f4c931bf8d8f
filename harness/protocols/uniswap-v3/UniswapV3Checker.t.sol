// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPolicyCage} from "../../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {MockPositionManager} from "./MockPositionManager.sol";
import {UniswapV3Fixture} from "./UniswapV3Fixture.sol";

/// @notice Which calls of a position manager pass, singly and in bundles.
contract UniswapV3CheckerTest is UniswapV3Fixture {
    function test_I31_positionMayNotLeave() public view {
        _refused(abi.encodeCall(manager.transferFrom, (address(cage), thief, 1)));
        _refused(abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", cage, thief, 1));
        _refused(
            abi.encodeWithSignature("safeTransferFrom(address,address,uint256,bytes)", cage, thief, 1, "")
        );
        _refused(abi.encodeCall(IERC20.approve, (address(exchange), 1)));
    }

    function test_error_collectToAThief() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(manager), _decrease(id, LIQUIDITY));
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

    function test_error_collectWithoutARecipient() public view {
        _refused(
            abi.encodeWithSelector(manager.collect.selector, 1),
            abi.encodeWithSelector(ICageErrors.MalformedCall.selector, manager, manager.collect.selector)
        );
    }

    /// @notice Fees that were never counted pay for what a thief gets, where both are one call.
    function test_I66_aBundleDoesNotTakeOutAndPayIn() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        _pass(1 days + 1 hours);
        bytes[] memory inner = new bytes[](2);
        inner[0] = _collect(id, address(cage), 1e18, 1e18);
        MockPositionManager.MintParams memory p = _mintParams(thief);
        p.amount0Desired = LIQUIDITY / 100;
        inner[1] = abi.encodeCall(manager.mint, (p));
        _bundleRefused(inner);
        inner[1] = abi.encodeCall(manager.increaseLiquidity, (_increase(id + 1, 1e12)));
        _bundleRefused(inner);
        (inner[0], inner[1]) = (inner[1], inner[0]);
        _bundleRefused(inner);
        inner[1] = _decrease(id, 1);
        _bundleRefused(inner);
        inner[0] = abi.encodeCall(manager.multicall, (inner));
        _bundleRefused(inner);
    }

    /// @notice What a payment books of fees would count against what is lost at a price that the thief bent.
    function test_I66_feesDoNotPayForWhatGoesIn() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        _pass(1 days + 1 hours);
        (uint256 eth, uint256 dollars) = address(token0) == address(weth) ? (0, 1) : (1, 0);
        uint128[2] memory fees;
        (fees[eth], fees[dollars]) = (1e18, 2_000e6);
        manager.earn(id, fees[0], fees[1]);
        manager.setSqrtPrice(_sqrtPrice(1_700));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](1);
        calls[0] = _increaseCall(id);
        bytes memory unreadable =
            abi.encodeWithSelector(ICageErrors.PositionUnreadable.selector, reader, bytes32(id));
        _runReverts(calls, unreadable);
        bytes[] memory inner = new bytes[](2);
        (inner[0], inner[1]) = (calls[0].data, calls[0].data);
        _runReverts(_bundle(inner), unreadable);

        // Collected before, they are income, and the loss shows.
        IPolicyCage.Call[] memory both = new IPolicyCage.Call[](2);
        (both[0], both[1]) = (_call(address(manager), _collect(id, address(cage), 0, 0)), calls[0]);
        vm.expectPartialRevert(ICageErrors.ValueLossExceeded.selector);
        vm.prank(operator);
        cage.execute(both, block.timestamp, "x", "");
        manager.setSqrtPrice(_sqrtPrice(2_000));
        _run(both);
    }

    /// @notice What goes into another's position is gone, and no word of what that one earned hides it.
    function test_I30_anothersPositionIsNoPlaceForMoney() public {
        vm.startPrank(thief);
        token0.mint(thief, 1e30);
        token1.mint(thief, 1e30);
        token0.approve(address(manager), type(uint256).max);
        token1.approve(address(manager), type(uint256).max);
        (uint256 id,,,) = manager.mint(_mintParams(thief));
        vm.stopPrank();
        manager.earn(id, 1, 1);
        IPolicyCage.Call[] memory calls = _mintCalls(address(cage));
        calls[2] = _increaseCall(id);
        vm.expectPartialRevert(ICageErrors.ValueLossExceeded.selector);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, "x", "");
    }

    function _increaseCall(uint256 id) private view returns (IPolicyCage.Call memory) {
        return
            _call(
                address(manager), abi.encodeCall(manager.increaseLiquidity, (_increase(id, LIQUIDITY / 10)))
            );
    }

    function test_bundlesThatTakeOutOrPayInPass() public {
        _mintPosition();
        uint256 id = uint256(_firstKey());
        _pass(1 days + 1 hours);
        bytes[] memory inner = new bytes[](2);
        inner[0] = abi.encodeCall(manager.increaseLiquidity, (_increase(id, 1e12)));
        inner[1] = inner[0];
        _run(_bundle(inner));
        inner[0] = _decrease(id, LIQUIDITY + 2e12);
        inner[1] = _collect(id, address(cage), 0, 0);
        _run(_bundle(inner));
        assertEq(_count(), 0);
    }

    function _bundle(bytes[] memory inner) private view returns (IPolicyCage.Call[] memory) {
        return _calls(address(manager), 0, abi.encodeCall(manager.multicall, (inner)));
    }

    function _bundleRefused(bytes[] memory inner) private {
        IPolicyCage.Call[] memory calls = _bundle(inner);
        vm.expectPartialRevert(ICageErrors.TargetNotAllowed.selector);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, "x", "");
    }

    function _refused(bytes memory data) private view {
        _refused(data, abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, manager, bytes4(data)));
    }

    /// @dev What it answers is too deep for a compiler without the IR.
    function _refused(bytes memory data, bytes memory reason) private view {
        (bool ok, bytes memory found) =
            address(checker).staticcall(abi.encodeCall(checker.check, (address(cage), 0, data)));
        assertFalse(ok);
        assertEq(found, reason);
    }
}
