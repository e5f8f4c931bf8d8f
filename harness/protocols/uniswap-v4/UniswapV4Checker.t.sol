// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {IV4PositionManager} from "../../../tools/protocols/uniswap-v4/contracts/IV4PositionManager.sol";
import {UniswapV4Checker} from "../../../tools/protocols/uniswap-v4/contracts/UniswapV4Checker.sol";
import {V4Unlock} from "./V4Unlock.sol";

/// @notice Which actions of an unlock pass.
contract UniswapV4CheckerTest is Test {
    address private constant MANAGER = address(0x11);
    address private constant ACCOUNT = address(0x33);
    address private constant THIEF = address(0x44);
    uint8 private constant INCREASE = 0;
    uint8 private constant DECREASE = 1;
    uint8 private constant MINT = 2;
    uint8 private constant BURN = 3;
    uint8 private constant SETTLE_PAIR = 13;
    uint8 private constant TAKE_PAIR = 17;
    uint8 private constant SWEEP = 20;
    UniswapV4Checker private checker = new UniswapV4Checker(MANAGER);

    function check(bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(checker), abi.encodeCall(checker.check, (ACCOUNT, 0, data)));
    }

    function _passes(bytes memory data) private view {
        bytes memory said = check(data);
        // It revokes nothing and pledges nothing.
        assertEq(Words.at(said, 0), 0);
        assertEq(Words.at(said, 2), 0);
    }

    function _refuses(bytes memory data, bytes memory error) private {
        vm.expectRevert(error);
        this.check(data);
    }

    function _paid() private pure returns (bytes memory) {
        return abi.encode(address(1), address(2));
    }

    function _burned() private pure returns (bytes memory) {
        return abi.encode(uint256(7), uint128(0), uint128(0), "");
    }

    function test_whatIsTheAccountsOwnPasses() public view {
        _passes(V4Unlock.two(MINT, V4Unlock.mint(ACCOUNT), SETTLE_PAIR, _paid()));
        _passes(V4Unlock.two(INCREASE, V4Unlock.change(7, 1), SETTLE_PAIR, _paid()));
        _passes(V4Unlock.two(DECREASE, V4Unlock.change(7, 1), TAKE_PAIR, V4Unlock.take(ACCOUNT)));
        _passes(V4Unlock.two(BURN, _burned(), TAKE_PAIR, V4Unlock.take(ACCOUNT)));
        _passes(V4Unlock.one(SWEEP, abi.encode(address(0), ACCOUNT)));
    }

    function test_I31_nobodyElseGetsAnything() public {
        // The caller and the manager, as the manager means them, among those that are not named.
        address[3] memory others = [THIEF, address(1), address(2)];
        for (uint256 i; i < others.length; ++i) {
            bytes memory error = abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, others[i]);
            _refuses(V4Unlock.one(MINT, V4Unlock.mint(others[i])), error);
            _refuses(V4Unlock.one(TAKE_PAIR, V4Unlock.take(others[i])), error);
            _refuses(V4Unlock.one(SWEEP, abi.encode(address(0), others[i])), error);
        }
    }

    function test_I30_whatComesOutPaysNothingIn() public {
        bytes memory error = abi.encodeWithSelector(
            ICageErrors.TargetNotAllowed.selector, MANAGER, IV4PositionManager.modifyLiquidities.selector
        );
        _refuses(V4Unlock.two(DECREASE, V4Unlock.change(7, 0), INCREASE, V4Unlock.change(7, 1)), error);
        _refuses(V4Unlock.two(MINT, V4Unlock.mint(ACCOUNT), BURN, _burned()), error);
    }

    function testFuzz_error_everyOtherAction(uint8 action) public {
        if (action <= BURN || action == SETTLE_PAIR || action == TAKE_PAIR || action == SWEEP) return;
        _refuses(
            V4Unlock.one(action, abi.encode(ACCOUNT, ACCOUNT, ACCOUNT)),
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, MANAGER, bytes4(bytes1(action)))
        );
    }

    function test_error_bytesThatOthersMayReadOtherwise() public {
        bytes memory error = abi.encodeWithSelector(
            ICageErrors.MalformedCall.selector, MANAGER, IV4PositionManager.modifyLiquidities.selector
        );
        bytes memory unlock = V4Unlock.one(TAKE_PAIR, V4Unlock.take(ACCOUNT));
        _refuses(abi.encodePacked(unlock, uint256(0)), error);
        // An action more than there are inputs.
        _refuses(V4Unlock.encode(abi.encodePacked(TAKE_PAIR), new bytes[](0)), error);
        _refuses(V4Unlock.one(TAKE_PAIR, abi.encode(address(1), address(2))), error);
    }

    /// @dev Words of an action, the place of its data for a hook the last of them.
    function _told(uint256 words, bytes memory data) private pure returns (bytes memory input) {
        input = new bytes(32 * (words - 1));
        if (words == 12) input = abi.encodePacked(new bytes(320), abi.encode(ACCOUNT));
        return abi.encodePacked(input, 32 * words, data);
    }

    /// @notice A hook of an approved pool may read anything in it: to whom it pays what nobody counts yet, for one.
    function test_I31_noHookIsToldAnything() public {
        bytes memory error = abi.encodeWithSelector(
            ICageErrors.MalformedCall.selector, MANAGER, IV4PositionManager.modifyLiquidities.selector
        );
        uint8[4] memory actions = [INCREASE, DECREASE, MINT, BURN];
        uint8[4] memory words = [5, 5, 12, 4];
        for (uint256 i; i < actions.length; ++i) {
            _passes(V4Unlock.one(actions[i], _told(words[i], abi.encode(uint256(0)))));
            _refuses(V4Unlock.one(actions[i], _told(words[i], abi.encode(uint256(32), THIEF))), error);
            _refuses(V4Unlock.one(actions[i], _told(words[i], abi.encode(uint256(0), THIEF))), error);
            _refuses(V4Unlock.one(actions[i], _told(words[i], "")), error);
        }
        // The data is said to lie where another word stands: its length is the position's number.
        bytes memory elsewhere =
            abi.encode(uint256(64), uint256(1), THIEF, uint256(1), uint256(0), uint256(0));
        _refuses(V4Unlock.one(DECREASE, elsewhere), error);
    }

    function test_error_anythingElse() public {
        bytes4[3] memory others = [
            bytes4(keccak256("transferFrom(address,address,uint256)")),
            bytes4(keccak256("modifyLiquiditiesWithoutUnlock(bytes,bytes[])")),
            bytes4(keccak256("multicall(bytes[])"))
        ];
        for (uint256 i; i < others.length; ++i) {
            _refuses(
                abi.encodePacked(others[i], new bytes(128)),
                abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, MANAGER, others[i])
            );
        }
    }
}
