// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {
    IUniversalRouter,
    V4SwapChecker
} from "../../../tools/protocols/uniswap-v4/contracts/V4SwapChecker.sol";

/// @notice Which plans of the Universal Router pass.
contract V4SwapCheckerTest is Test {
    address private constant ROUTER = address(0x11);
    V4SwapChecker private checker = new V4SwapChecker(ROUTER);

    function check(uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(checker), abi.encodeCall(checker.check, (address(this), value, data)));
    }

    function _plan(bytes memory commands, bytes memory actions) private pure returns (bytes memory) {
        bytes[] memory parameters = new bytes[](actions.length);
        for (uint256 i; i < actions.length; ++i) {
            parameters[i] = abi.encode(address(1), uint256(i));
        }
        bytes[] memory inputs = new bytes[](commands.length);
        for (uint256 i; i < commands.length; ++i) {
            inputs[i] = abi.encode(actions, parameters);
        }
        return abi.encodeCall(IUniversalRouter.execute, (commands, inputs, 2 ** 40));
    }

    function test_swapsPass() public view {
        for (uint8 action = 6; action < 10; ++action) {
            bytes memory said = check(0, _plan(hex"10", abi.encodePacked(action, hex"0c0f")));
            // It revokes nothing and pledges nothing.
            assertEq(Words.at(said, 0), 0);
            assertEq(Words.at(said, 2), 0);
        }
    }

    /// @dev Among them all by which somebody is named: SETTLE, SETTLE_PAIR, TAKE, TAKE_PORTION, TAKE_PAIR, SWEEP.
    function testFuzz_I31_error_everyOtherAction(uint8 action) public {
        if ((action >= 6 && action < 10) || action == 12 || action == 15) return;
        vm.expectRevert(
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, ROUTER, bytes4(bytes1(action)))
        );
        this.check(0, _plan(hex"10", abi.encodePacked(uint8(6), action)));
    }

    function testFuzz_I31_error_everyOtherCommand(uint8 command) public {
        if (command == 0x10) return;
        vm.expectRevert(
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, ROUTER, bytes4(bytes1(command)))
        );
        this.check(0, _plan(abi.encodePacked(command), hex"06"));
    }

    function test_I31_error_aSecondCommand() public {
        vm.expectRevert(
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, ROUTER, bytes4(hex"1004"))
        );
        this.check(0, _plan(hex"1004", hex"06"));
    }

    function test_error_bytesThatOthersMayReadOtherwise() public {
        bytes memory error = abi.encodeWithSelector(
            ICageErrors.MalformedCall.selector, ROUTER, IUniversalRouter.execute.selector
        );
        bytes memory plan = _plan(hex"10", hex"060c0f");
        vm.expectRevert(error);
        this.check(0, abi.encodePacked(plan, uint256(0)));
        bytes[] memory inputs = new bytes[](1);
        inputs[0] = abi.encode(hex"060c", new bytes[](1));
        vm.expectRevert(error);
        this.check(0, abi.encodeCall(IUniversalRouter.execute, (hex"10", inputs, 2 ** 40)));
    }

    function test_error_anythingElse() public {
        vm.expectRevert(ICageErrors.NativeNotAllowed.selector);
        this.check(1, _plan(hex"10", hex"060c0f"));
        bytes4 other = bytes4(keccak256("execute(bytes,bytes[])"));
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, ROUTER, other));
        this.check(0, abi.encodePacked(other, new bytes(128)));
    }
}
