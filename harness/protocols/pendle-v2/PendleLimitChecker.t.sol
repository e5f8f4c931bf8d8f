// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {
    FillOrderParams,
    IPendleLimitRouter,
    Order
} from "../../../tools/protocols/pendle-v2/contracts/IPendle.sol";
import {PendleLimitChecker} from "../../../tools/protocols/pendle-v2/contracts/PendleLimitChecker.sol";
import {AssetOf} from "./PendleChecker.t.sol";

/// @notice An account fills orders of others, one at a time and for itself, and ends its own.
contract PendleLimitCheckerTest is Test {
    address private constant ACCOUNT = address(0xacc);
    address private constant OTHER = address(0xbad);
    address private constant ROUTER = address(0x999);
    address private constant ASSET = address(0xda1);
    address private constant YT = address(0x222);
    address private constant LATER_YT = address(0x444);
    address private immutable SY = address(new AssetOf(ASSET));
    PendleLimitChecker private _checker = new PendleLimitChecker(ROUTER, SY, YT, LATER_YT);

    function check(uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(_checker), abi.encodeCall(_checker.check, (ACCOUNT, value, data)));
    }

    function _order() private view returns (Order memory order) {
        (order.token, order.YT) = (SY, YT);
        (order.maker, order.receiver) = (OTHER, OTHER);
        (order.makingAmount, order.permit) = (7, "");
    }

    function _fills(Order memory order) private pure returns (FillOrderParams[] memory fills) {
        fills = new FillOrderParams[](1);
        fills[0] = FillOrderParams(order, hex"01", 7);
    }

    function _fill(FillOrderParams[] memory fills, address receiver, bytes memory callback)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodeCall(IPendleLimitRouter.fill, (fills, receiver, 9, "", callback));
    }

    function _refuses(bytes memory data, bytes memory why) private {
        vm.expectRevert(why);
        this.check(0, data);
    }

    function _refuses(Order memory order, bytes4 why, address what) private {
        _refuses(_fill(_fills(order), ACCOUNT, ""), abi.encodeWithSelector(why, what));
    }

    function _malformed() private pure returns (bytes memory) {
        return
            abi.encodeWithSelector(
                ICageErrors.MalformedCall.selector, ROUTER, IPendleLimitRouter.fill.selector
            );
    }

    function test_default_anOrderOfAnotherIsFilled() public view {
        Order memory order = _order();
        bytes memory said = check(0, _fill(_fills(order), ACCOUNT, ""));
        // It revokes nothing and pledges nothing.
        assertEq(Words.at(said, 0), 0);
        assertEq(Words.at(said, 2), 0);
        (order.token, order.YT) = (ASSET, LATER_YT);
        check(0, _fill(_fills(order), ACCOUNT, ""));
    }

    function test_default_endingAnOrderRevokes() public view {
        assertEq(Words.at(check(0, abi.encodeCall(IPendleLimitRouter.cancelSingle, (_order()))), 0), 1);
    }

    function test_I61_nobodyElseGains() public {
        _refuses(
            _fill(_fills(_order()), OTHER, ""),
            abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, OTHER)
        );
    }

    function test_I31_nobodyIsCalledBack() public {
        _refuses(_fill(_fills(_order()), ACCOUNT, hex"01"), _malformed());
        Order memory order = _order();
        order.token = OTHER;
        _refuses(order, ICageErrors.AssetNotAllowed.selector, OTHER);
    }

    function test_I31_noOrderOfItsOwn() public {
        Order memory order = _order();
        order.maker = ACCOUNT;
        _refuses(order, ICageErrors.Unauthorized.selector, ACCOUNT);
    }

    function test_behavior_oneKnownMarketAtATime() public {
        Order memory order = _order();
        order.YT = OTHER;
        _refuses(order, ICageErrors.AssetNotAllowed.selector, OTHER);
        _refuses(_fill(new FillOrderParams[](0), ACCOUNT, ""), _malformed());
        FillOrderParams[] memory two = new FillOrderParams[](2);
        (two[0], two[1]) = (_fills(_order())[0], _fills(_order())[0]);
        _refuses(_fill(two, ACCOUNT, ""), _malformed());
    }

    function test_I61_noBytesThatTheRouterMightReadOtherwise() public {
        bytes memory data = _fill(_fills(_order()), ACCOUNT, "");
        _refuses(bytes.concat(data, bytes32(0)), _malformed());
    }

    function test_error_otherCallsAndCoins() public {
        bytes memory data = abi.encodeWithSignature("simulate(address,bytes)", OTHER, "");
        _refuses(data, abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, ROUTER, bytes4(data)));
        data = _fill(_fills(_order()), ACCOUNT, "");
        vm.expectRevert(ICageErrors.NativeNotAllowed.selector);
        this.check(1, data);
    }
}
