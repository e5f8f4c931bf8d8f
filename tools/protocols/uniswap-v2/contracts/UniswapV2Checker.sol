// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {CallData} from "../../../contracts/libraries/CallData.sol";
import {IUniswapV2Router} from "./IUniswapV2.sol";

/// @title UniswapV2Checker
/// @notice What an account may ask of Uniswap V2: all that is bought, deposited or taken out is its own, and nobody but the
/// router may be let take its liquidity, which it takes from its caller alone.
/// @dev It serves the router and the pairs; what it does not know it refuses.
contract UniswapV2Checker is ICallChecker {
    address private immutable ROUTER;

    constructor(address router) {
        ROUTER = router;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        bytes4 selector = bytes4(data);
        if (selector == CallData.APPROVE) {
            (address spender, uint256 amount) = abi.decode(data[4:], (address, uint256));
            if (amount != 0 && spender != ROUTER) revert ICageErrors.SpenderNotAllowed(ROUTER, spender);
            return (amount == 0, pledges);
        }
        address to;
        if (
            selector == IUniswapV2Router.swapExactTokensForTokens.selector
                || selector == IUniswapV2Router.swapTokensForExactTokens.selector
                || selector == IUniswapV2Router.swapExactTokensForTokensSupportingFeeOnTransferTokens.selector
        ) {
            to = CallData.addressArg(ROUTER, data, 3);
        } else if (selector == IUniswapV2Router.addLiquidity.selector) {
            to = CallData.addressArg(ROUTER, data, 6);
        } else if (selector == IUniswapV2Router.removeLiquidity.selector) {
            to = CallData.addressArg(ROUTER, data, 5);
        } else {
            revert ICageErrors.TargetNotAllowed(ROUTER, selector);
        }
        if (to != account) revert ICageErrors.RecipientNotAllowed(to);
    }
}
