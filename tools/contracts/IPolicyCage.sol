// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title IPolicyCage
/// @notice A vault that holds an agent's funds. The operator key acts only through `execute`; every action is
/// judged by its measured effect, before and after, against a policy that the owner sets.
///
/// Words. A *base* asset is a numeraire (USDC, say); every other asset is a *risk* asset. The *exposure* to an
/// asset is what the cage holds of it, plus what its receipts (aTokens, vault shares) stand for, plus what its tracked
/// liquidity positions hold at feed prices and owe it; native currency counts as the wrapped native token. Debt is
/// kept apart: it lowers the net asset value and never an exposure. "USDC" amounts have 6 decimals and come from the feeds' USD.
///
/// Effects. `Idle`: no balance, exposure or liquidity changed. `Exit`: something changed; no liquidity, receipt or
/// debt grew; no base asset left the cage in any call, unless to repay at least as much debt; nothing was paid to a
/// recipient; and either no risk exposure grew or no asset left the cage at all. `Risk`: not an exit, and a risk
/// exposure, a liquidity position, a receipt or a debt grew. `Spend`: the rest.
///
/// Rules of `execute`:
/// - before the calls: operator, deadline (equality accepted), single-use permit, a signature only if it is the
///   guardian's, each call approved;
/// - every effect but Idle: what leaves without the guardian's signature, singly and with what left so in the last 24
///   hours, is within the hot lane (equality accepted; never netted, exits too; what repays debt counts only as far as
///   it exceeds the debt's fall). Above it the guardian signs calls, deadline and permit (EIP-712); what it signed
///   leaves the hot lane as it is;
/// - every effect but Idle: loss at feed prices (outflow less inflow) at most `maxLossBps` of the net outflow,
///   plus what went to approved recipients, plus one cent of rounding. In an exit, what leaves or arrives without
///   a fresh price is taken at its last good price and held to `maxStaleExitLossBps` of itself instead; what
///   never had a price does not leave;
/// - Risk and Spend: fresh prices of all assets held, no breach of the drawdown before or after, position caps
///   (equality accepted; an asset above its cap may shrink), spend and loss of the last 24 hours (equality
///   accepted), so that many small losses cannot add up;
/// - Risk: the minimum rebalance interval (equality accepted);
/// - Exit: never stopped by caps, drawdown, interval, window, pause or stale prices. It uses up window budget as
///   far as there is any, and its losses count;
/// - paused: exits and revocations only.
///
/// Vetoes. The guardian may drop any queued loosening. One that replaces the guardian or unpauses it may drop once:
/// queued again it waits a week longer, and only the owner can drop it then.
///
/// Guarded values. Gifts of any kind count for nothing until the owner absorbs them. The high-water mark rises only
/// to the lowest of seven values per share, each five minutes to an hour after the one before, that all lay above it;
/// actions show it the value, and so may anybody. A vault's share price counts up to its highest booked value and
/// a growth of 100 % a year beyond it, so that a donation to the vault is no profit.
interface IPolicyCage {
    /// @notice One call of an action.
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    /// @notice One approved asset. `capUsdc` of `type(uint256).max` means none. A base asset is a numeraire.
    struct AssetConfig {
        address token;
        address feed;
        uint32 maxStalenessSeconds;
        uint256 capUsdc;
        bool isBase;
    }

    /// @notice How a receipt relates to its underlying. `Pegged`: one to one (aTokens); `Vault`: ERC-4626 shares;
    /// `Debt`: owed one to one (Aave's variable debt tokens).
    enum ReceiptKind {
        Pegged,
        Vault,
        Debt
    }

    /// @notice One token that stands for an approved asset. Its holdings belong to the position in that asset.
    struct ReceiptConfig {
        address token;
        address underlying;
        ReceiptKind kind;
    }

    /// @notice One approved target with its selectors.
    struct TargetConfig {
        address target;
        bytes4[] selectors;
    }

    /// @notice What the constructor takes.
    struct CageConfig {
        address owner;
        address operator;
        address guardian;
        uint16 maxDrawdownBps;
        uint16 maxLossBps;
        uint16 maxStaleExitLossBps;
        uint32 minRebalanceIntervalSeconds;
        uint32 loosenDelaySeconds;
        uint256 windowSpendCapUsdc;
        uint256 windowLossCapUsdc;
        uint256 hotLaneUsdc;
        address wrappedNative;
        address positionManager;
        AssetConfig[] assets;
        ReceiptConfig[] receipts;
        TargetConfig[] targets;
        address[] recipients;
    }

    /// @notice The scalar part of the policy.
    struct Policy {
        address owner;
        address operator;
        address guardian;
        uint16 maxDrawdownBps;
        uint16 maxLossBps;
        uint16 maxStaleExitLossBps;
        uint32 minRebalanceIntervalSeconds;
        uint32 loosenDelaySeconds;
        bool paused;
        uint256 windowSpendCapUsdc;
        uint256 windowLossCapUsdc;
        uint256 hotLaneUsdc;
        address wrappedNative;
        address positionManager;
    }

    /// @notice What an action did, derived from measured balances.
    enum Effect {
        Idle,
        Exit,
        Spend,
        Risk
    }

    /// @notice An action ran.
    event Executed(
        bytes32 indexed permitId,
        Effect effect,
        uint256 outflowUsdc,
        uint256 lossUsdc,
        uint256 netAssetValueUsdc,
        uint256 highWaterMark
    );
    /// @notice The owner paid in; `shares` were minted.
    event Deposited(address indexed token, uint256 amount, uint256 shares);
    /// @notice The owner took out; `shares` were burned (0 for what the books never counted).
    event Withdrawn(address indexed token, uint256 amount, uint256 shares);
    /// @notice The value per share was shown to the high-water mark outside an action, by `poke`.
    event Observed(uint256 valuePerShare, uint256 highWaterMark);
    /// @notice The owner took a liquidity position out.
    event PositionWithdrawn(uint256 indexed tokenId, uint256 shares);
    /// @notice The cage halted.
    event Paused(address indexed by);
    /// @notice The cage resumed.
    event Unpaused();
    /// @notice The policy changed; `change` is the calldata of the setter.
    event PolicyChanged(bytes change, bool loosened);
    /// @notice A loosening waits.
    event LoosenQueued(bytes32 indexed id, bytes change, uint256 etaSeconds);
    /// @notice A waiting loosening was dropped.
    event LoosenCancelled(bytes32 indexed id, address indexed by);

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
    /// @notice Permit2 may only be told about approved assets; deposits too.
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
    /// @notice More liquidity positions than the cage can watch.
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

    /// @notice Runs an action; operator only.
    /// @param calls The calls, in order; all or none take effect.
    /// @param deadline Last second at which the action may run.
    /// @param permitId Single-use id of the off-chain permit.
    /// @param guardianSignature The guardian's signature over `hashAction`, 65 bytes; empty within the hot lane.
    /// @return results What each call returned.
    function execute(
        Call[] calldata calls,
        uint256 deadline,
        bytes32 permitId,
        bytes calldata guardianSignature
    ) external returns (bytes[] memory results);

    /// @notice Shows the present value per share to the high-water mark, and changes nothing else; anybody.
    /// Reverts with PriceUnavailable when something held has no fresh price.
    function poke() external;

    /// @notice Pays in an approved asset; owner only. Mints shares at the current value per share.
    function deposit(address token, uint256 amount) external returns (uint256 shares);

    /// @notice Takes out any token (0xEeee…EEeE: native currency); owner only. Uncounted holdings go first and
    /// burn no shares. Works at the last good prices when a feed is stale.
    function withdraw(address token, uint256 amount) external returns (uint256 shares);

    /// @notice Takes out a liquidity position; owner only. Also rescues one that the cage does not track.
    function withdrawPosition(uint256 tokenId) external returns (uint256 shares);

    /// @notice Counts what arrived unasked (donations, rebases) as if the owner had just deposited it.
    function absorb(address token) external returns (uint256 shares);

    /// @notice Halts at once; operator, guardian or owner.
    function pause() external;

    /// @notice Resumes; owner, through the timelock.
    function unpause() external;

    /// @notice Queues a loosening: the calldata of one of the owner functions below; owner only.
    function queue(bytes calldata change) external returns (bytes32 id);

    /// @notice Drops a queued loosening; owner or guardian, which may drop its own replacement and an unpause once.
    function cancel(bytes32 id) external;

    /// @notice Sets the drawdown limit; a larger one is a loosening.
    function setMaxDrawdownBps(uint16 maxDrawdownBps) external;

    /// @notice Sets the loss limits of one action; a larger one is a loosening.
    function setMaxLossBps(uint16 maxLossBps, uint16 maxStaleExitLossBps) external;

    /// @notice Sets the rebalance interval; a shorter one is a loosening.
    function setMinRebalanceInterval(uint32 intervalSeconds) external;

    /// @notice Sets the 24-hour spend cap; a larger one is a loosening.
    function setWindowSpendCap(uint256 capUsdc) external;

    /// @notice Sets the 24-hour loss cap; a larger one is a loosening.
    function setWindowLossCap(uint256 capUsdc) external;

    /// @notice Sets what may leave in 24 hours without the guardian's signature; more is a loosening.
    function setHotLane(uint256 hotLaneUsdc) external;

    /// @notice Sets the timelock's delay, at most 30 days; a shorter one is a loosening.
    function setLoosenDelay(uint32 delaySeconds) external;

    /// @notice Sets a position cap; a larger one is a loosening.
    function setPositionCap(address token, uint256 capUsdc) external;

    /// @notice Sets feed and staleness; always a loosening: a longer staleness lets more risk in, a shorter one
    /// makes prices stale sooner, and exits at stale prices have the wider loss limit.
    function setFeed(address token, address feed, uint32 maxStalenessSeconds) external;

    /// @notice Approves an asset; a loosening. An asset is never removed: set its cap to 0.
    function addAsset(AssetConfig calldata asset) external;

    /// @notice Approves a receipt; a loosening. A receipt is never removed: remove the selectors that make one.
    function addReceipt(ReceiptConfig calldata receipt) external;

    /// @notice Approves (a loosening) or removes selectors of a target.
    function setTarget(address target, bytes4[] calldata selectors, bool allowed) external;

    /// @notice Approves (a loosening) or removes a recipient.
    function setRecipient(address recipient, bool allowed) external;

    /// @notice Replaces the operator; a loosening, unless it is the zero address.
    function setOperator(address operator) external;

    /// @notice Replaces the guardian; a loosening.
    function setGuardian(address guardian) external;

    /// @notice Replaces the owner; a loosening.
    function setOwner(address owner) external;

    /// @notice The scalar part of the policy.
    function policy() external view returns (Policy memory);

    /// @notice The approved assets.
    function assets() external view returns (AssetConfig[] memory);

    /// @notice The approved receipts.
    function receipts() external view returns (ReceiptConfig[] memory);

    /// @notice The tracked liquidity positions.
    function positions() external view returns (uint256[] memory tokenIds);

    /// @notice Whether the selector is approved on the target.
    function isTargetAllowed(address target, bytes4 selector) external view returns (bool);

    /// @notice Whether the address is a target with at least one approved selector, hence a possible spender.
    function isTarget(address target) external view returns (bool);

    /// @notice Whether the address is an approved recipient.
    function isRecipient(address account) external view returns (bool);

    /// @notice Counted exposure to an asset, in USDC, rounded up as the cap check does.
    /// Reverts with PriceUnavailable when there is exposure and no fresh price.
    function positionValueUsdc(address token) external view returns (uint256);

    /// @notice Value of everything counted, in USDC. Reverts with PriceUnavailable as above.
    function netAssetValueUsdc() external view returns (uint256);

    /// @notice Value per share, 18 decimals. Reverts with PriceUnavailable as above.
    function valuePerShare() external view returns (uint256);

    /// @notice Highest value per share that several samples confirmed, 18 decimals. It never falls.
    function highWaterMark() external view returns (uint256);

    /// @notice Whether `poke` would make a difference now: begin, go on with or end a trial of the high-water mark.
    /// Reverts with PriceUnavailable as above.
    function isPokeDue() external view returns (bool);

    /// @notice Fall of the value per share from the high-water mark, rounded up.
    function drawdownBps() external view returns (uint256);

    /// @notice When risk was last raised; 0 for never.
    function lastRebalanceAt() external view returns (uint256);

    /// @notice Spend counted in the window that ends now.
    function windowSpentUsdc() external view returns (uint256);

    /// @notice What left without the guardian's signature in the window that ends now.
    function windowUnguardedUsdc() external view returns (uint256);

    /// @notice What the guardian signs for an action (EIP-712).
    function hashAction(Call[] calldata calls, uint256 deadline, bytes32 permitId)
        external
        view
        returns (bytes32);

    /// @notice Loss counted in the window that ends now.
    function windowLostUsdc() external view returns (uint256);

    /// @notice Whether the cage is halted.
    function paused() external view returns (bool);

    /// @notice Whether the permit was consumed.
    function permitUsed(bytes32 permitId) external view returns (bool);

    /// @notice Shares in existence, 18 decimals; the owner has them all.
    function totalShares() external view returns (uint256);

    /// @notice When a queued loosening is due; 0 when it is not queued.
    function queuedEta(bytes32 id) external view returns (uint256);
}
