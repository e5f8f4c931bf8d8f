// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {
    IExclusiveDutchOrderReactor as Reactor
} from "../../../tools/protocols/uniswapx/contracts/IUniswapX.sol";
import {UniswapXChecker} from "../../../tools/protocols/uniswapx/contracts/UniswapXChecker.sol";

/// @notice An account fills the orders of others, in assets.
contract UniswapXCheckerTest is Test {
    address private constant REACTOR = address(0x6000);
    address private constant SWAPPER = address(0xcafe);
    address private constant USDC = address(0x1);
    address private constant WETH = address(0x2);
    UniswapXChecker private _checker = new UniswapXChecker(REACTOR);

    /// @dev What the account takes for its assets.
    function isAsset(address token) external pure returns (bool) {
        return token == USDC || token == WETH;
    }

    function check(uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(_checker), abi.encodeCall(_checker.check, (address(this), value, data)));
    }

    function _order() private pure returns (Reactor.ExclusiveDutchOrder memory order) {
        order.info.reactor = REACTOR;
        order.info.swapper = SWAPPER;
        (order.info.nonce, order.info.deadline) = (1, 1000);
        order.input = Reactor.DutchInput(USDC, 3000, 3000);
        order.outputs = new Reactor.DutchOutput[](2);
        order.outputs[0] = Reactor.DutchOutput(WETH, 10, 9, SWAPPER);
        order.outputs[1] = Reactor.DutchOutput(WETH, 1, 1, address(0xfee));
    }

    function _fill(Reactor.ExclusiveDutchOrder memory order) private pure returns (bytes memory) {
        return abi.encodeCall(Reactor.execute, (Reactor.SignedOrder(abi.encode(order), hex"1234")));
    }

    function _refuses(Reactor.ExclusiveDutchOrder memory order, bytes memory why) private {
        vm.expectRevert(why);
        this.check(0, _fill(order));
    }

    function _malformed() private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICageErrors.MalformedCall.selector, REACTOR, Reactor.execute.selector);
    }

    function test_ordersOfOthersPass() public view {
        bytes memory said = check(0, _fill(_order()));
        // It revokes nothing and pledges nothing.
        assertEq(Words.at(said, 0), 0);
        assertEq(Words.at(said, 2), 0);
    }

    function test_I31_error_itsOwn() public {
        Reactor.ExclusiveDutchOrder memory order = _order();
        order.info.swapper = address(this);
        _refuses(order, abi.encodeWithSelector(ICageErrors.Unauthorized.selector, address(this)));
    }

    function testFuzz_I31_error_codeOfOthers(address validation) public {
        vm.assume(validation != address(0));
        Reactor.ExclusiveDutchOrder memory order = _order();
        order.info.additionalValidationContract = validation;
        _refuses(
            order,
            abi.encodeWithSelector(
                ICageErrors.TargetNotAllowed.selector, validation, Reactor.execute.selector
            )
        );
    }

    function testFuzz_I31_error_anotherReactor(address reactor) public {
        vm.assume(reactor != REACTOR);
        Reactor.ExclusiveDutchOrder memory order = _order();
        order.info.reactor = reactor;
        _refuses(
            order,
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, reactor, Reactor.execute.selector)
        );
    }

    function testFuzz_I61_error_whatIsNotCounted(address token, bool isInput, bool isFirst) public {
        vm.assume(token != USDC && token != WETH);
        Reactor.ExclusiveDutchOrder memory order = _order();
        if (isInput) order.input.token = token;
        else order.outputs[isFirst ? 0 : 1].token = token;
        _refuses(order, abi.encodeWithSelector(ICageErrors.AssetNotAllowed.selector, token));
    }

    function test_I61_error_bytesThatOthersMayReadOtherwise() public {
        bytes memory order = abi.encode(_order());
        vm.expectRevert(_malformed());
        this.check(
            0, abi.encodeCall(Reactor.execute, (Reactor.SignedOrder(abi.encodePacked(order, uint256(0)), "")))
        );
        vm.expectRevert(_malformed());
        this.check(0, abi.encodePacked(_fill(_order()), uint256(0)));
    }

    function test_error_nativeCoins() public {
        vm.expectRevert(ICageErrors.NativeNotAllowed.selector);
        this.check(1, _fill(_order()));
    }

    function testFuzz_I31_error_anythingElse(bytes4 selector) public {
        vm.assume(selector != Reactor.execute.selector);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, REACTOR, selector));
        this.check(0, abi.encodePacked(selector, abi.encode(_order())));
    }
}
