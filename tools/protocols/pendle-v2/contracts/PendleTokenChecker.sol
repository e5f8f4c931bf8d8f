// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";

/// @title PendleTokenChecker
/// @notice Lets nobody but Pendle's routers take SY, PT, YT or LP of an account.
contract PendleTokenChecker is ICallChecker {
    /// @notice What takes tokens of those alone that call it.
    address public immutable ROUTER;
    /// @notice What takes tokens of those alone that call it, or that answer for an order as its maker.
    address public immutable LIMIT_ROUTER;

    constructor(address router, address limitRouter) {
        (ROUTER, LIMIT_ROUTER) = (router, limitRouter);
    }

    /// @inheritdoc ICallChecker
    function check(address, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        if (bytes4(data) != IERC20.approve.selector) {
            revert ICageErrors.TargetNotAllowed(address(0), bytes4(data));
        }
        (address spender, uint256 amount) = abi.decode(data[4:], (address, uint256));
        if (amount != 0 && spender != ROUTER && spender != LIMIT_ROUTER) {
            revert ICageErrors.SpenderNotAllowed(address(0), spender);
        }
        return (amount == 0, new Pledge[](0));
    }
}
