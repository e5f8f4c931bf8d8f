// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {IUniswapV2Router} from "../../../tools/protocols/uniswap-v2/contracts/IUniswapV2.sol";
import {UniswapV2Checker} from "../../../tools/protocols/uniswap-v2/contracts/UniswapV2Checker.sol";

/// @notice Which calls of the router and of pairs pass.
contract UniswapV2CheckerTest is Test {
    address private constant ROUTER = address(0x11);
    address private constant ACCOUNT = address(0x33);
    address private constant THIEF = address(0x44);
    UniswapV2Checker private checker;

    function setUp() public {
        checker = new UniswapV2Checker(ROUTER);
    }

    function check(uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(checker), abi.encodeCall(checker.check, (ACCOUNT, value, data)));
    }

    function test_whatIsTheAccountsOwnPasses() public view {
        bytes[5] memory calls = _routed(ACCOUNT);
        for (uint256 i; i < calls.length; ++i) {
            bytes memory said = check(0, calls[i]);
            // It revokes nothing and pledges nothing.
            assertEq(Words.at(said, 0), 0);
            assertEq(Words.at(said, 2), 0);
        }
    }

    function test_I31_nobodyElseGetsAnything() public {
        bytes[5] memory calls = _routed(THIEF);
        for (uint256 i; i < calls.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, THIEF));
            this.check(0, calls[i]);
        }
    }

    function test_I31_onlyTheRouterMayHoldLiquidity() public {
        assertEq(Words.at(check(0, _approve(ROUTER, 1)), 0), 0);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.SpenderNotAllowed.selector, ROUTER, THIEF));
        this.check(0, _approve(THIEF, 1));
    }

    function test_takingBackPassesWhoeverHadIt() public view {
        assertEq(Words.at(check(0, _approve(THIEF, 0)), 0), 1);
    }

    function test_error_value() public {
        bytes[5] memory calls = _routed(ACCOUNT);
        vm.expectRevert(ICageErrors.NativeNotAllowed.selector);
        this.check(1, calls[0]);
    }

    function test_error_anythingElse() public {
        bytes4[3] memory others = [
            bytes4(keccak256("transfer(address,uint256)")),
            bytes4(keccak256("sync()")),
            bytes4(
                keccak256(
                    "removeLiquidityWithPermit(address,address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)"
                )
            )
        ];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, ROUTER, others[i]));
            this.check(0, abi.encodePacked(others[i], new bytes(352)));
        }
    }

    function _approve(address spender, uint256 amount) private pure returns (bytes memory) {
        return abi.encodeWithSignature("approve(address,uint256)", spender, amount);
    }

    function _routed(address to) private pure returns (bytes[5] memory calls) {
        address[] memory path = new address[](2);
        (path[0], path[1]) = (address(1), address(2));
        calls[0] = abi.encodeCall(IUniswapV2Router.swapExactTokensForTokens, (1, 1, path, to, 1));
        calls[1] = abi.encodeCall(IUniswapV2Router.swapTokensForExactTokens, (1, 1, path, to, 1));
        calls[2] = abi.encodeCall(
            IUniswapV2Router.swapExactTokensForTokensSupportingFeeOnTransferTokens, (1, 1, path, to, 1)
        );
        // In halves: what is encoded at once has no room on the stack.
        bytes memory first = abi.encode(path[0], path[1], 1, 1);
        calls[3] = abi.encodePacked(IUniswapV2Router.addLiquidity.selector, first, abi.encode(1, 1, to, 1));
        calls[4] = abi.encodePacked(IUniswapV2Router.removeLiquidity.selector, first, abi.encode(1, to, 1));
    }
}
