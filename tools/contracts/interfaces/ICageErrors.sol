// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title ICageErrors
/// @notice Why a PolicyCage refuses.
interface ICageErrors {
    /// @notice The caller may not do this.
    error Unauthorized(address caller);
    /// @notice `block.timestamp` is after the deadline.
    error DeadlinePassed(uint256 nowSeconds, uint256 deadlineSeconds);
    /// @notice The permit was consumed before.
    error PermitAlreadyUsed(bytes32 permitId);
    /// @notice The cage is paused: only exits and revocations pass.
    error CagePaused();
    /// @notice The target, or this selector on it, is not approved.
    error TargetNotAllowed(address target, bytes4 selector);
    /// @notice Spenders must be approved targets.
    error SpenderNotAllowed(address token, address spender);
    /// @notice The address is not an approved recipient.
    error RecipientNotAllowed(address recipient);
    /// @notice The token is no approved asset.
    error AssetNotAllowed(address token);
    /// @notice The allowance is unlimited, or so large that it might as well be.
    error UnlimitedApproval(address token, address spender, uint256 amount);
    /// @notice Call data that cannot be decoded.
    error MalformedCall(address target, bytes4 selector);
    /// @notice Native currency cannot be accounted for without a wrapped native asset.
    error NativeNotAllowed();
    /// @notice Call number `index` reverted with `reason`.
    error CallFailed(uint256 index, bytes reason);
    /// @notice The position would be above its cap.
    error PositionCapExceeded(address token, uint256 valueUsdc, uint256 capUsdc);
    /// @notice The drawdown from the high-water mark is above the limit: exits only.
    error DrawdownExceeded(uint256 drawdownBps, uint256 maxBps);
    /// @notice Risk may be raised again at `earliestSeconds`.
    error RebalanceTooSoon(uint256 nowSeconds, uint256 earliestSeconds);
    /// @notice The spend of the last 24 hours would be above the cap.
    error WindowSpendExceeded(uint256 spentUsdc, uint256 capUsdc);
    /// @notice The losses of the last 24 hours would be above the cap.
    error WindowLossExceeded(uint256 lostUsdc, uint256 capUsdc);
    /// @notice More would leave without the guardian's signature than the hot lane allows in 24 hours.
    error GuardianRequired(uint256 unguardedUsdc, uint256 hotLaneUsdc);
    /// @notice The signature is not the guardian's over these calls, this deadline and this permit.
    error GuardianSignatureInvalid();
    /// @notice The guardian dropped this loosening before; it cannot do so for ever.
    error VetoUsed(bytes32 id);
    /// @notice The action lost more value, at feed prices, than it may.
    error ValueLossExceeded(uint256 lossUsdc, uint256 maxLossUsdc);
    /// @notice A price that is needed is missing, zero, negative, future-dated or stale.
    error PriceUnavailable(address token);
    /// @notice While an asset that is held gives no balance, only exits and revocations pass.
    error BalanceUnreadable(address token);
    /// @notice A position that cannot be read may change only by what brings in.
    error PositionUnreadable(address reader, bytes32 key);
    /// @notice A lot would grow where the owner has not approved it.
    error PlaceNotAllowed(address reader, bytes32 place);
    /// @notice The health of a position would be below the floor, and not higher than before.
    error HealthTooLow(uint256 health, uint256 minHealth);
    /// @notice Others could take of the cage later than `latestSeconds`.
    error PledgeTooLong(uint256 untilSeconds, uint256 latestSeconds);
    /// @notice More open pledges than the cage can watch.
    error TooManyPledges(uint256 count, uint256 max);
    /// @notice A pledge that gives nothing, or has too many legs.
    error MalformedPledge();
    /// @notice The code there is not the one that was approved.
    error CodeNotAllowed(address at, bytes32 found);
    /// @notice The new reader reports a position differently.
    error ReadersDiffer(bytes32 key);
    /// @notice A read failed for want of gas that the caller has to give.
    error TooLittleGas();
    /// @notice More positions than the cage can watch.
    error TooManyPositions(uint256 count, uint256 max);
    /// @notice More assets than the cage can watch.
    error TooManyAssets(uint256 count, uint256 max);
    /// @notice A configured value makes no sense.
    error InvalidConfig();
    /// @notice A loosening must be queued first.
    error NotQueued(bytes32 id);
    /// @notice The loosening is not due, or its grace period is over.
    error TimelockNotReady(uint256 nowSeconds, uint256 etaSeconds);
    /// @notice The shares are worth nothing: a deposit cannot be priced.
    error NothingToShare();
}
