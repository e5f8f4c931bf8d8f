// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @notice A signed amount of a priced asset, in its base units; debt is negative.
struct Leg {
    address token;
    int256 amount;
}

/// @notice One part of a position. Units change by acts, the index by time (interest, rebase, slashing).
/// @param units What is held, in the protocol's own units (shares, scaled balance, liquidity); of a debt what is owed.
/// @param index Worth of one unit, in any scale that stays the same for the lot; a constant where units do not grow by
/// themselves. It comes from the protocol's rate or an average over 30 minutes or more, never from a spot price. At
/// most 128 bits, and 0 only where no leg is worth anything.
/// @param claimableFrom Second from which on a leaving lot (withdrawal queue, cooldown) can be claimed; 0 for one
/// that is not leaving. Leaving lots are value, no exposure, and never debt.
/// @param legs What `units` at `index` are worth *now*, at the prices given: assets rounded down, debt rounded up (away
/// from zero). Legs are proportional to units, and to the index: the cage counts `legs × counted / units × believed / index`.
/// A lot holds assets or debt; what is both (a perpetual) is two lots.
struct Lot {
    uint256 units;
    uint256 index;
    uint40 claimableFrom;
    Leg[] legs;
}

/// @notice Where what a pledge gives is taken from, and what stands against it.
/// - Order: from the wallet, for what it gets.
/// - HeldOrder: from a position that counts, into which it went before or in the same call; for what it gets.
/// - Allowance: from the wallet; like an ERC-20 approval, its spender is trusted to take nothing by itself.
enum PledgeKind {
    Order,
    HeldOrder,
    Allowance
}

/// @notice What may be taken of an account later, and what it gets for it.
/// @param kind Where it is taken from.
/// @param legs Negative: given at most; positive: got at least; at most 8.
/// @param spender Who takes it.
/// @param to Who gets the proceeds, or the payment.
/// @param until Last second at which it may be taken; 0 is no pledge but a payment, which the very call makes from the wallet
/// for good. Of calls alone, never of messages: it counts as a transfer to an approved recipient does.
struct Pledge {
    PledgeKind kind;
    Leg[] legs;
    address spender;
    address to;
    uint40 until;
}
