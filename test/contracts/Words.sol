// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @notice Reads answers word by word: to decode nested lists takes more stack than there is.
library Words {
    /// @notice What a static call answers; its revert goes on as it is.
    function ask(address target, bytes memory data) internal view returns (bytes memory answer) {
        bool ok;
        (ok, answer) = target.staticcall(data);
        if (ok) return answer;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }

    /// @notice A word of an answer, counted from 0.
    function at(bytes memory answer, uint256 index) internal pure returns (uint256 word) {
        assembly {
            word := mload(add(add(answer, 32), mul(index, 32)))
        }
    }
}
