// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {Books} from "./Books.sol";
import {CageState} from "./CageState.sol";
import {CallRules} from "./CallRules.sol";
import {GuardianSignature} from "./GuardianSignature.sol";
import {HighWaterMark} from "./HighWaterMark.sol";
import {Judging} from "./Judging.sol";
import {Measuring} from "./Measuring.sol";
import {Running} from "./Running.sol";

/// @title Actions
/// @notice What the operator does: check, measure, run, measure again, judge, book.
/// @dev Linked into the cage, which would not fit into 24 576 bytes otherwise. The cage holds the lock.
library Actions {
    /// @notice See IPolicyCage.
    function execute(
        CageState.State storage self,
        address wrappedNative,
        IPolicyCage.Call[] calldata calls,
        uint256 deadline,
        bytes32 permitId,
        bytes calldata guardianSignature
    ) external returns (bytes[] memory results) {
        Judging.Case memory c;
        c.rules = self.rules;
        c.isOwner = msg.sender != c.rules.operator;
        if (c.isOwner && msg.sender != c.rules.owner) revert ICageErrors.Unauthorized(msg.sender);
        if (block.timestamp > deadline) revert ICageErrors.DeadlinePassed(block.timestamp, deadline);
        // Each has permits of their own: an operator that is not trusted any more uses up none of the owner's exits.
        mapping(bytes32 => bool) storage used = self.permitUsed[c.isOwner];
        if (used[permitId]) revert ICageErrors.PermitAlreadyUsed(permitId);
        used[permitId] = true;
        c.isGuarded = guardianSignature.length != 0;
        if (c.isGuarded) {
            GuardianSignature.check(c.rules.guardian, calls, deadline, permitId, guardianSignature);
        }

        uint256[] memory paidUsdc;
        c.start = Measuring.open(self, wrappedNative);
        (c.onlyRevokes, paidUsdc, c.pledged) =
            CallRules.check(self, calls, wrappedNative, c.start.prices, c.start.came);
        HighWaterMark.State memory mark = self.mark;
        c.sharesBefore = self.totalShares;
        Books.observe(mark, c.start, c.sharesBefore);
        c.end = Measuring.copy(c.start);
        results = Running.run(self, wrappedNative, calls, paidUsdc, c.start, c.end, c.tally);

        (uint256 before,,) = Books.nav(c.start);
        (uint256 navUsdc,,) = Books.nav(c.end);
        // What recipients were paid burns shares, as far as it is gone: it is spent, and no drawdown.
        if (before > navUsdc) Books.burn(self, before, Math.min(c.tally.paidUsdc, before - navUsdc + 1));
        IPolicyCage.Effect effect = Judging.judge(self, mark, c);

        Books.book(self, c.end);
        Books.observe(mark, c.end, self.totalShares);
        self.mark = mark;
        emit IPolicyCage.Executed(permitId, effect, c.tally.outflowUsdc, c.tally.lossUsdc, navUsdc, mark.mark);
    }
}
