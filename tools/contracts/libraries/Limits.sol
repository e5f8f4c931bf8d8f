// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {CageState} from "./CageState.sol";
import {HotLane} from "./HotLane.sol";
import {SpendWindow} from "./SpendWindow.sol";

/// @title Limits
/// @notice What may leave and be lost in 24 hours, and what of it without the guardian's signature.
/// @dev Linked into the cage, which would not fit into 24 576 bytes otherwise.
library Limits {
    using HotLane for HotLane.State;
    using Math for uint256;
    using SpendWindow for SpendWindow.State;

    /// @notice Adds an action to the windows, or reverts. An exit uses up what there is, and is never stopped by it.
    function use(
        CageState.State storage self,
        bool isExit,
        bool isGuarded,
        uint256 outflowUsdc,
        uint256 lostUsdc
    ) external {
        (uint256 spentBefore, uint256 lostBefore) = self.window.sums();
        uint256 spentUsdc = outflowUsdc;
        uint256 cap = CageState.unclamp(self.rules.windowSpendCapUsdc);
        if (isExit) {
            spentUsdc = Math.min(spentUsdc, cap.saturatingSub(spentBefore));
        } else {
            uint256 total = spentBefore.saturatingAdd(spentUsdc);
            if (total > cap) revert ICageErrors.WindowSpendExceeded(total, cap);
            cap = CageState.unclamp(self.rules.windowLossCapUsdc);
            total = lostBefore.saturatingAdd(lostUsdc);
            if (lostUsdc != 0 && total > cap) revert ICageErrors.WindowLossExceeded(total, cap);
        }
        self.window.add(spentBefore, lostBefore, spentUsdc, lostUsdc);
        // The last of the checks, so that only what everything else lets pass asks for the guardian.
        if (!isGuarded) self.hotLane.use(outflowUsdc, CageState.unclampLane(self.rules.hotLaneUsdc));
    }
}
