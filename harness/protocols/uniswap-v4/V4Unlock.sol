// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {
    IV4PositionManager,
    PoolKey
} from "../../../tools/protocols/uniswap-v4/contracts/IV4PositionManager.sol";

/// @notice Encodes calls of `modifyLiquidities` of one or two actions (v4-periphery `Actions.sol`).
library V4Unlock {
    uint256 private constant DEADLINE = 2 ** 40;

    function one(uint8 action, bytes memory input) internal pure returns (bytes memory) {
        bytes[] memory inputs = new bytes[](1);
        inputs[0] = input;
        return encode(abi.encodePacked(action), inputs);
    }

    function two(uint8 first, bytes memory input, uint8 second, bytes memory other)
        internal
        pure
        returns (bytes memory)
    {
        bytes[] memory inputs = new bytes[](2);
        (inputs[0], inputs[1]) = (input, other);
        return encode(abi.encodePacked(first, second), inputs);
    }

    function encode(bytes memory actions, bytes[] memory inputs) internal pure returns (bytes memory) {
        return abi.encodeCall(IV4PositionManager.modifyLiquidities, (abi.encode(actions, inputs), DEADLINE));
    }

    /// @dev In halves: what is encoded at once has no room on the stack.
    function mint(address owner) internal pure returns (bytes memory) {
        PoolKey memory pool = PoolKey(address(1), address(2), 500, 10, address(0));
        return abi.encodePacked(
            abi.encode(pool, int24(-10), int24(10), uint256(1)),
            abi.encode(uint128(1), uint128(1), owner, uint256(384), uint256(0))
        );
    }

    function change(uint256 id, uint256 liquidity) internal pure returns (bytes memory) {
        return abi.encode(id, liquidity, uint128(0), uint128(0), "");
    }

    function take(address recipient) internal pure returns (bytes memory) {
        return abi.encode(address(1), address(2), recipient);
    }
}
