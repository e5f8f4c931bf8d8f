// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {Leg, Pledge, PledgeKind} from "../../../contracts/interfaces/Position.sol";
import {ModelOrders} from "./ModelOrders.sol";
import {ModelStaking} from "./ModelStaking.sol";

/// @title ModelChecker
/// @notice Everything of the model stays with the account; an order pledges what waits in it for the least that it takes.
contract ModelChecker is ICallChecker {
    address private immutable ORDERS;

    constructor(address orders) {
        ORDERS = orders;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256, bytes calldata data)
        external
        view
        returns (bool, Pledge[] memory pledges)
    {
        bytes4 selector = bytes4(data);
        if (selector == ModelOrders.place.selector) {
            (address tokenIn, uint256 amountIn, address tokenOut, uint256 minOut, uint40 until) =
                abi.decode(data[4:], (address, uint256, address, uint256, uint40));
            pledges = new Pledge[](1);
            pledges[0].kind = PledgeKind.HeldOrder;
            pledges[0].legs = new Leg[](2);
            pledges[0].legs[0] = Leg(tokenIn, -int256(amountIn));
            pledges[0].legs[1] = Leg(tokenOut, int256(minOut));
            (pledges[0].spender, pledges[0].to, pledges[0].until) = (ORDERS, account, until);
        } else if (
            selector == ModelStaking.stake.selector || selector == ModelStaking.requestExit.selector
                || selector == ModelStaking.claim.selector
        ) {
            (, address to) = abi.decode(data[4:], (uint256, address));
            if (to != account) revert ICageErrors.RecipientNotAllowed(to);
        }
    }
}
