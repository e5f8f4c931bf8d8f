// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../IPolicyCage.sol";
import {IPositionManager} from "../interfaces/IPositionManager.sol";
import {CageState} from "./CageState.sol";
import {CallData} from "./CallData.sol";
import {Measuring} from "./Measuring.sol";

/// @title Running
/// @notice Makes the calls of an action and watches what leaves in each.
library Running {
    uint256 private constant MAX_POSITIONS = 16;

    /// @notice Runs the calls and sums up, asset by asset, what left the cage in each: bundling hides nothing. An
    /// approval moves nothing, so its balances are taken with the next call's.
    function run(
        CageState.State storage self,
        CageState.Fixed memory fixed_,
        IPolicyCage.Call[] calldata calls,
        Measuring.Snapshot memory start
    ) internal returns (bytes[] memory results, uint256[] memory gross, uint256[] memory last) {
        uint256 count = start.wallet.length;
        results = new bytes[](calls.length);
        gross = new uint256[](count);
        last = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            last[i] = start.wallet[i];
        }
        for (uint256 i; i < calls.length; ++i) {
            address target = calls[i].target;
            bytes4 selector = CallData.selector(calls[i].data);
            (bool ok, bytes memory result) = target.call{value: calls[i].value}(calls[i].data);
            if (!ok) revert IPolicyCage.CallFailed(i, result);
            _checkAnswer(self, i, target, selector, result);
            results[i] = result;
            bool approves = selector == CallData.APPROVE && self.assetIndex[target] != 0;
            if (!approves || i == calls.length - 1) {
                for (uint256 j; j < count; ++j) {
                    uint256 current = Measuring.walletOf(fixed_, start.terms[j].asset.token);
                    if (current < last[j]) gross[j] += last[j] - current;
                    last[j] = current;
                }
            }
            if (target == fixed_.positionManager && selector == CallData.POSITION_MINT) {
                _track(self, fixed_, abi.decode(result, (uint256)));
            }
        }
    }

    /// @dev Some tokens say `false` where others revert; a payment that did not happen must not count as one.
    function _checkAnswer(
        CageState.State storage self,
        uint256 index,
        address target,
        bytes4 selector,
        bytes memory result
    ) private view {
        if (selector != CallData.TRANSFER && selector != CallData.APPROVE) return;
        if (self.assetIndex[target] == 0 || result.length < 32) return;
        if (abi.decode(result, (uint256)) == 0) revert IPolicyCage.CallFailed(index, result);
    }

    function _track(CageState.State storage self, CageState.Fixed memory fixed_, uint256 tokenId) private {
        if (IPositionManager(fixed_.positionManager).ownerOf(tokenId) != address(this)) return;
        if (self.positions.length == MAX_POSITIONS) {
            revert IPolicyCage.TooManyPositions(MAX_POSITIONS + 1, MAX_POSITIONS);
        }
        self.positions.push(tokenId);
    }
}
