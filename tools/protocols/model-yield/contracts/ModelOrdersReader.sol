// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPositionReader} from "../../../contracts/interfaces/IPositionReader.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Leg, Lot} from "../../../contracts/interfaces/Position.sol";
import {ModelOrders} from "./ModelOrders.sol";

/// @title ModelOrdersReader
/// @notice What waits in an account's open orders, under their ids with the highest bit set, since the plain ones are
/// tickets; its place is the pair.
contract ModelOrdersReader is IPositionReader {
    bytes32 private constant MARK = bytes32(uint256(1) << 255);
    ModelOrders private immutable ORDERS;

    constructor(ModelOrders orders) {
        ORDERS = orders;
    }

    /// @inheritdoc IPositionReader
    function mark(address, bytes calldata) external view returns (bytes32) {
        return bytes32(ORDERS.lastOrder());
    }

    /// @inheritdoc IPositionReader
    function touched(address, bytes32 before, bytes calldata data, bytes calldata)
        external
        view
        returns (bytes32[] memory keys)
    {
        uint256 last = ORDERS.lastOrder();
        if (last != uint256(before)) {
            keys = new bytes32[](1);
            keys[0] = bytes32(last) | MARK;
        } else if (bytes4(data) == ModelOrders.cancel.selector) {
            keys = new bytes32[](1);
            keys[0] = bytes32(data[4:36]) | MARK;
        }
    }

    /// @inheritdoc IPositionReader
    function tokens(bytes32 key) external view returns (address[] memory list) {
        (,,, IERC20 tokenIn,,,) = ORDERS.orders(uint256(key & ~MARK));
        list = new address[](1);
        list[0] = address(tokenIn);
    }

    /// @inheritdoc IPositionReader
    function holdings(address account, bytes32 key, uint256[] calldata)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        (address owner,,, IERC20 tokenIn, uint256 amountIn, IERC20 tokenOut,) = ORDERS.orders(uint256(key & ~MARK));
        place = keccak256(abi.encode(address(ORDERS), tokenIn, tokenOut));
        health = type(uint256).max;
        lots = new Lot[](1);
        lots[0].index = 1;
        lots[0].legs = new Leg[](1);
        lots[0].legs[0].token = address(tokenIn);
        if (owner != account) return (place, health, lots);
        lots[0].units = amountIn;
        lots[0].legs[0].amount = int256(amountIn);
    }
}
