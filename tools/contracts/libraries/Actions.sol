// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../IPolicyCage.sol";
import {Books} from "./Books.sol";
import {CageState} from "./CageState.sol";
import {CallRules} from "./CallRules.sol";
import {GuardianSignature} from "./GuardianSignature.sol";
import {HighWaterMark} from "./HighWaterMark.sol";
import {Judging} from "./Judging.sol";
import {Measuring} from "./Measuring.sol";
import {Running} from "./Running.sol";
import {ShareMath} from "./ShareMath.sol";

/// @title Actions
/// @notice What the operator does (check, measure, run, measure again, judge, book), and what anybody may: look.
/// @dev Linked into the cage, which would not fit into 24 576 bytes otherwise. The cage holds the lock.
library Actions {
    using HighWaterMark for HighWaterMark.State;

    /// @notice See IPolicyCage.
    function execute(
        CageState.State storage self,
        CageState.Fixed memory fixed_,
        IPolicyCage.Call[] calldata calls,
        uint256 deadline,
        bytes32 permitId,
        bytes calldata guardianSignature
    ) external returns (bytes[] memory results) {
        CageState.Rules memory rules = self.rules;
        if (msg.sender != rules.operator) revert IPolicyCage.Unauthorized(msg.sender);
        if (block.timestamp > deadline) revert IPolicyCage.DeadlinePassed(block.timestamp, deadline);
        if (self.permitUsed[permitId]) revert IPolicyCage.PermitAlreadyUsed(permitId);
        self.permitUsed[permitId] = true;
        bool isGuarded = guardianSignature.length != 0;
        if (isGuarded) {
            GuardianSignature.check(rules.guardian, calls, deadline, permitId, guardianSignature);
        }

        (bool onlyRevokes, uint256[] memory paid) =
            CallRules.check(self, calls, fixed_.wrappedNative, fixed_.positionManager);
        Measuring.Snapshot memory start = Measuring.open(self, fixed_);
        HighWaterMark.State memory mark = self.mark;
        Books.observe(self, mark, start);
        uint256[] memory gross;
        uint256[] memory wallet;
        (results, gross, wallet) = Running.run(self, fixed_, calls, start);
        Measuring.Snapshot memory end = Measuring.close(self, fixed_, start, wallet);

        Judging.Tally memory tally = Judging.tally(rules, start, end, gross, paid);
        (IPolicyCage.Effect effect, uint256 lossUsdc) =
            Judging.judge(self, rules, mark, tally, onlyRevokes, isGuarded, start, end);

        Books.book(self, end);
        Books.observe(self, mark, end);
        self.mark = mark;
        (uint256 navUsdc,) = Books.nav(end);
        emit IPolicyCage.Executed(permitId, effect, tally.outflowUsdc, lossUsdc, navUsdc, mark.mark);
    }

    /// @notice See IPolicyCage.
    function poke(CageState.State storage self, CageState.Fixed memory fixed_) external {
        uint256 navUsdc = Books.freshNav(Measuring.open(self, fixed_));
        uint256 value = ShareMath.valuePerShare(navUsdc, self.totalShares);
        HighWaterMark.State memory mark = self.mark;
        mark.observe(value);
        self.mark = mark;
        emit IPolicyCage.Observed(value, mark.mark);
    }
}
