// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {
    IUniversalRouter,
    UniversalRouterChecker
} from "../../../tools/protocols/universal-router/contracts/UniversalRouterChecker.sol";

/// @notice Which plans of the Universal Router pass.
contract UniversalRouterCheckerTest is Test {
    address private constant ROUTER = address(0x11);
    address private constant WETH = address(0x22);
    address private constant USDC = address(0x33);
    address private constant CALLER = address(1);
    address private constant ITSELF = address(2);
    UniversalRouterChecker private checker = new UniversalRouterChecker(ROUTER, WETH);

    function check(uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(checker), abi.encodeCall(checker.check, (address(this), value, data)));
    }

    function _execute(bytes memory commands, bytes[] memory inputs) private pure returns (bytes memory) {
        return abi.encodeCall(IUniversalRouter.execute, (commands, inputs, 2 ** 40));
    }

    function _one(bytes memory commands, bytes memory input) private pure returns (bytes memory) {
        bytes[] memory inputs = new bytes[](1);
        inputs[0] = input;
        return _execute(commands, inputs);
    }

    /// @dev One command with each input.
    function _plan(bytes memory commands, bytes memory a, bytes memory b, bytes memory c)
        private
        pure
        returns (bytes memory)
    {
        bytes[] memory inputs = new bytes[](commands.length);
        for (uint256 i; i < commands.length; ++i) {
            inputs[i] = i == 0 ? a : i == 1 ? b : c;
        }
        return _execute(commands, inputs);
    }

    function _v3(address to, address sold, address bought, bool isPaidByUser)
        private
        pure
        returns (bytes memory)
    {
        return abi.encode(to, 7, 5, abi.encodePacked(sold, uint24(500), bought), isPaidByUser);
    }

    function _v2(address to, address sold, address bought, bool isPaidByUser)
        private
        pure
        returns (bytes memory)
    {
        address[] memory path = new address[](3);
        (path[0], path[1], path[2]) = (sold, address(0x44), bought);
        return abi.encode(to, 7, 5, path, isPaidByUser);
    }

    function _v4(bytes memory actions) private pure returns (bytes memory) {
        bytes[] memory parameters = new bytes[](actions.length);
        for (uint256 i; i < actions.length; ++i) {
            parameters[i] = abi.encode(address(1), uint256(i));
        }
        return abi.encode(actions, parameters);
    }

    function _coins(address to, uint256 amount) private pure returns (bytes memory) {
        return abi.encode(to, amount);
    }

    function _passes(uint256 value, bytes memory data) private view {
        bytes memory said = check(value, data);
        // It revokes nothing and pledges nothing.
        assertEq(Words.at(said, 0), 0);
        assertEq(Words.at(said, 2), 0);
    }

    function _refusesTarget(bytes4 what) private {
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, ROUTER, what));
    }

    function _refusesRecipient(address to) private {
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, to));
    }

    function _refusesBytes() private {
        vm.expectRevert(
            abi.encodeWithSelector(
                ICageErrors.MalformedCall.selector, ROUTER, IUniversalRouter.execute.selector
            )
        );
    }

    function test_swapsPass() public view {
        _passes(0, _one(hex"00", _v3(CALLER, USDC, WETH, true)));
        _passes(0, _one(hex"08", _v2(address(this), USDC, WETH, true)));
        for (uint8 action = 6; action < 10; ++action) {
            _passes(0, _one(hex"10", _v4(abi.encodePacked(action, hex"0c0f"))));
        }
        _passes(
            0,
            _plan(hex"000810", _v3(CALLER, USDC, WETH, true), _v2(CALLER, USDC, WETH, true), _v4(hex"060c0f"))
        );
    }

    function test_nativeCoinsPass() public view {
        bytes memory back = _coins(CALLER, 0);
        bytes memory wrapped = _coins(ITSELF, 9);
        _passes(9, _plan(hex"0b000c", wrapped, _v3(CALLER, WETH, USDC, false), back));
        _passes(9, _plan(hex"0b080c", wrapped, _v2(CALLER, WETH, USDC, false), back));
        _passes(0, _plan(hex"000c", _v3(ITSELF, USDC, WETH, true), _coins(address(this), 5), ""));
        _passes(0, _plan(hex"080c", _v2(ITSELF, USDC, WETH, true), back, ""));
    }

    /// @dev Among them all by which somebody is named: SETTLE, SETTLE_PAIR, TAKE, TAKE_PORTION, TAKE_PAIR, SWEEP.
    function testFuzz_I31_error_everyOtherAction(uint8 action) public {
        if ((action >= 6 && action < 10) || action == 12 || action == 15) return;
        _refusesTarget(bytes4(bytes1(action)));
        this.check(0, _one(hex"10", _v4(abi.encodePacked(uint8(6), action))));
    }

    /// @dev Among them plans within plans, transfers and permits of Permit2, payments, sweeps, and every command with the
    /// flag by which it may fail.
    function testFuzz_I31_error_everyOtherCommand(uint8 command) public {
        if (command == 0x00 || command == 0x08 || command == 0x0c || command == 0x10) return;
        if (command == 0x0b) vm.expectRevert(ICageErrors.NativeNotAllowed.selector);
        else _refusesTarget(bytes4(bytes1(command)));
        this.check(0, _one(abi.encodePacked(command), abi.encode(CALLER, 1, 1, "", true)));
    }

    function testFuzz_I31_error_everyOtherCommandBehindASwap(uint8 command) public {
        if (command == 0x00 || command == 0x08 || command == 0x0c || command == 0x10) return;
        _refusesTarget(bytes4(bytes1(command)));
        bytes memory swap = _v3(CALLER, USDC, WETH, true);
        this.check(0, _plan(abi.encodePacked(uint8(0), command), swap, abi.encode(USDC, CALLER, 0), ""));
    }

    function testFuzz_I61_error_whatComesGoesToOthers(address to) public {
        if (to == CALLER || to == address(this)) return;
        _refusesRecipient(to);
        this.check(0, _one(hex"00", _v3(to, USDC, WETH, true)));
        _refusesRecipient(to);
        this.check(0, _one(hex"08", _v2(to, USDC, WETH, true)));
        _refusesRecipient(to);
        this.check(0, _plan(hex"000c", _v3(CALLER, USDC, WETH, true), _coins(to, 0), ""));
        if (to == ITSELF) return;
        _refusesRecipient(to);
        this.check(9, _plan(hex"0b000c", _coins(ITSELF, 9), _v3(to, WETH, USDC, false), _coins(CALLER, 0)));
    }

    /// @dev Nothing gives back what is no wrapped coin.
    function test_I61_error_whatLiesInTheRouter() public {
        _refusesRecipient(ITSELF);
        this.check(0, _plan(hex"000c", _v3(ITSELF, WETH, USDC, true), _coins(CALLER, 0), ""));
        _refusesRecipient(ITSELF);
        this.check(0, _plan(hex"080c", _v2(ITSELF, WETH, USDC, true), _coins(CALLER, 0), ""));
        _refusesRecipient(ITSELF);
        this.check(0, _one(hex"00", _v3(ITSELF, USDC, WETH, true)));
        _refusesTarget(bytes4(hex"0c"));
        this.check(0, _plan(hex"0c00", _coins(CALLER, 0), _v3(ITSELF, USDC, WETH, true), ""));
        // A path whose end the router does not read.
        _refusesBytes();
        bytes memory path = abi.encodePacked(WETH, uint24(500), USDC, WETH);
        this.check(0, _plan(hex"000c", abi.encode(ITSELF, 7, 5, path, true), _coins(CALLER, 0), ""));
        _refusesBytes();
        this.check(0, _one(hex"00", abi.encode(CALLER, 7, 5, abi.encodePacked(WETH), true)));
        _refusesBytes();
        this.check(0, _one(hex"08", abi.encode(CALLER, 7, 5, new address[](1), true)));
    }

    function test_error_swapsThatTheRouterPays() public {
        bytes memory back = _coins(CALLER, 0);
        _refusesTarget(bytes4(0));
        this.check(0, _one(hex"00", _v3(CALLER, WETH, USDC, false)));
        _refusesTarget(bytes4(hex"08"));
        this.check(9, _plan(hex"0b080c", _coins(ITSELF, 9), _v2(CALLER, USDC, WETH, false), back));
        // CONTRACT_BALANCE: as much as lies there.
        _refusesBytes();
        bytes memory path = abi.encodePacked(WETH, uint24(500), USDC);
        this.check(
            9, _plan(hex"0b000c", _coins(ITSELF, 9), abi.encode(CALLER, 1 << 255, 5, path, false), back)
        );
        _refusesBytes();
        address[] memory tokens = new address[](2);
        (tokens[0], tokens[1]) = (WETH, USDC);
        this.check(
            9, _plan(hex"0b080c", _coins(ITSELF, 9), abi.encode(CALLER, 1 << 255, 5, tokens, false), back)
        );
    }

    function test_error_nativeCoinsThatAreNotGivenBack() public {
        bytes memory swap = _v3(CALLER, WETH, USDC, false);
        bytes memory back = _coins(CALLER, 0);
        bytes4 error = ICageErrors.NativeNotAllowed.selector;
        vm.expectRevert(error);
        this.check(1, _one(hex"10", _v4(hex"060c0f")));
        vm.expectRevert(error);
        this.check(9, _plan(hex"0b00", _coins(ITSELF, 9), swap, ""));
        vm.expectRevert(error);
        this.check(0, _plan(hex"0b000c", _coins(ITSELF, 0), swap, back));
        vm.expectRevert(error);
        this.check(9, _plan(hex"0b000c", _coins(ITSELF, 8), swap, back));
        vm.expectRevert(error);
        this.check(9, _plan(hex"0b000c", _coins(address(0xdead), 9), swap, back));
        _refusesTarget(bytes4(hex"0c"));
        this.check(0, _plan(hex"0c0c", back, back, ""));
        _refusesTarget(bytes4(hex"0b"));
        this.check(9, _plan(hex"0b0b0c", _coins(ITSELF, 9), _coins(ITSELF, 9), back));
    }

    function test_error_bytesThatOthersMayReadOtherwise() public {
        bytes memory plan = _one(hex"10", _v4(hex"060c0f"));
        _refusesBytes();
        this.check(0, abi.encodePacked(plan, uint256(0)));
        _refusesBytes();
        this.check(0, _one(hex"10", abi.encode(hex"060c", new bytes[](1))));
        _refusesBytes();
        this.check(0, _one(hex"00", abi.encodePacked(_v3(CALLER, USDC, WETH, true), uint256(0))));
        _refusesBytes();
        this.check(0, _one(hex"0000", _v3(CALLER, USDC, WETH, true)));
        _refusesBytes();
        this.check(0, _execute("", new bytes[](0)));
    }

    function test_error_anythingElse() public {
        bytes4 other = bytes4(keccak256("execute(bytes,bytes[])"));
        _refusesTarget(other);
        this.check(0, abi.encodePacked(other, new bytes(128)));
    }
}
