// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IV4PositionManager} from "./IV4PositionManager.sol";

/// @title V4Actions
/// @notice Takes the actions of one unlock apart (v4-periphery 1.0.3 `Actions.sol`, `CalldataDecoder.sol`).
library V4Actions {
    uint8 internal constant INCREASE_LIQUIDITY = 0x00;
    uint8 internal constant DECREASE_LIQUIDITY = 0x01;
    uint8 internal constant MINT_POSITION = 0x02;
    uint8 internal constant BURN_POSITION = 0x03;
    uint8 internal constant SETTLE_PAIR = 0x0d;
    uint8 internal constant TAKE_PAIR = 0x11;
    uint8 internal constant SWEEP = 0x14;

    /// @notice The actions of a call of `modifyLiquidities`, and what each is given.
    /// @return isExact Whether the bytes are those that encoding it again gives, so that no other reader of them can
    /// find something else in them.
    function inner(bytes calldata data)
        internal
        pure
        returns (bool isExact, bytes memory actions, bytes[] memory inputs)
    {
        (bytes memory unlock, uint256 deadline) = abi.decode(data[4:], (bytes, uint256));
        (actions, inputs) = abi.decode(unlock, (bytes, bytes[]));
        bytes memory again = abi.encode(actions, inputs);
        isExact = actions.length == inputs.length
            && keccak256(data)
                == keccak256(abi.encodeCall(IV4PositionManager.modifyLiquidities, (again, deadline)));
    }

    /// @notice A word of what an action is given; `ok` is false when it is too short.
    function word(bytes memory input, uint256 index) internal pure returns (bool ok, uint256 value) {
        if (input.length < 32 * (index + 1)) return (false, 0);
        assembly ("memory-safe") {
            value := mload(add(input, mul(32, add(index, 1))))
        }
        return (true, value);
    }
}
