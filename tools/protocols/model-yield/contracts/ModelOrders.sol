// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title ModelOrders
/// @notice A model: orders whose input waits here until a keeper fills them, two blocks later at the earliest.
/// @dev The owner may take an order back at any time before that; after its deadline it can only be taken back.
contract ModelOrders {
    using SafeERC20 for IERC20;

    uint256 public constant FILL_DELAY_BLOCKS = 2;

    struct Order {
        address owner;
        uint40 until;
        uint48 placedAt; // block
        IERC20 tokenIn;
        uint256 amountIn; // 0 once it is filled or taken back
        IERC20 tokenOut;
        uint256 minOut;
    }

    address public immutable keeper;
    uint256 public lastOrder;
    mapping(uint256 id => Order) public orders;

    event Placed(
        uint256 indexed id,
        address indexed owner,
        address tokenIn,
        uint256 amountIn,
        address tokenOut,
        uint256 minOut,
        uint40 until
    );
    event Filled(uint256 indexed id, address indexed owner, address tokenOut, uint256 amountOut);
    event Cancelled(uint256 indexed id, address indexed owner, uint256 amountIn);

    error OnlyKeeper();
    error NoSuchOrder(uint256 id);
    error TooEarly(uint256 fromBlock);
    error Expired(uint256 until);
    error TooLittle(uint256 amountOut, uint256 minOut);

    constructor(address keeper_) {
        keeper = keeper_;
    }

    /// @notice Place an order; its input is taken now.
    function place(IERC20 tokenIn, uint256 amountIn, IERC20 tokenOut, uint256 minOut, uint40 until)
        external
        returns (uint256 id)
    {
        if (block.timestamp > until) revert Expired(until);
        id = ++lastOrder;
        orders[id] = Order(msg.sender, until, uint48(block.number), tokenIn, amountIn, tokenOut, minOut);
        tokenIn.safeTransferFrom(msg.sender, address(this), amountIn);
        emit Placed(id, msg.sender, address(tokenIn), amountIn, address(tokenOut), minOut, until);
    }

    /// @notice Take an order back.
    function cancel(uint256 id) external {
        Order memory order = orders[id];
        if (order.owner != msg.sender || order.amountIn == 0) revert NoSuchOrder(id);
        orders[id].amountIn = 0;
        order.tokenIn.safeTransfer(msg.sender, order.amountIn);
        emit Cancelled(id, msg.sender, order.amountIn);
    }

    /// @notice Fill an order from the keeper's own tokens.
    function fill(uint256 id, uint256 amountOut) external {
        if (msg.sender != keeper) revert OnlyKeeper();
        Order memory order = orders[id];
        if (order.amountIn == 0) revert NoSuchOrder(id);
        uint256 fromBlock = order.placedAt + FILL_DELAY_BLOCKS;
        if (block.number < fromBlock) revert TooEarly(fromBlock);
        if (block.timestamp > order.until) revert Expired(order.until);
        if (amountOut < order.minOut) revert TooLittle(amountOut, order.minOut);
        orders[id].amountIn = 0;
        order.tokenIn.safeTransfer(msg.sender, order.amountIn);
        order.tokenOut.safeTransferFrom(msg.sender, order.owner, amountOut);
        emit Filled(id, order.owner, address(order.tokenOut), amountOut);
    }
}
