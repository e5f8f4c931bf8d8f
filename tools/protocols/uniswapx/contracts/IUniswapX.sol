// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title IExclusiveDutchOrderReactor
/// @notice What a filler hands to the reactor of exclusive Dutch orders (ReactorStructs.sol and ExclusiveDutchOrderLib.sol
/// of https://github.com/Uniswap/UniswapX).
interface IExclusiveDutchOrderReactor {
    struct SignedOrder {
        bytes order;
        bytes sig;
    }

    struct OrderInfo {
        address reactor;
        address swapper;
        uint256 nonce;
        uint256 deadline;
        address additionalValidationContract;
        bytes additionalValidationData;
    }

    struct DutchInput {
        address token;
        uint256 startAmount;
        uint256 endAmount;
    }

    struct DutchOutput {
        address token;
        uint256 startAmount;
        uint256 endAmount;
        address recipient;
    }

    struct ExclusiveDutchOrder {
        OrderInfo info;
        uint256 decayStartTime;
        uint256 decayEndTime;
        address exclusiveFiller;
        uint256 exclusivityOverrideBps;
        DutchInput input;
        DutchOutput[] outputs;
    }

    /// @notice Fills an order: the caller gets its input and pays its outputs.
    function execute(SignedOrder calldata order) external payable;
}
