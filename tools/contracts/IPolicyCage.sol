// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "./interfaces/ICageErrors.sol";
import {Lot} from "./interfaces/Position.sol";

/// @title IPolicyCage
/// @notice A vault that holds an agent's funds. The operator key acts only through `execute`; every action is
/// judged by its measured effect, before and after, against a policy that the owner sets.
///
/// Words. A *base* asset is a numeraire (USDC, say); every other asset is a *risk* asset. A *position* is what the cage
/// has in a protocol beyond plain tokens, in a *place*, of *lots*: units times an index, worth signed amounts of assets;
/// an approved *reader* says what it is. The *exposure* to an asset is what counts of it in the wallet and in lots that
/// are not leaving; native currency counts as the wrapped native token. Debt is kept apart: it lowers the net asset value
/// and never an exposure. "USDC" amounts have 6 decimals and come from the feeds' USD.
///
/// Effects. `Idle`: no balance and no lot changed. `Exit`: something changed; no lot and no debt grew (but what only
/// leaves a protocol, or moves within a position); no base asset left the cage in any call, unless to repay at least as
/// much debt; nothing was paid to a recipient; and either no risk exposure grew or no asset left the cage at all. `Risk`:
/// not an exit, and a risk exposure, a lot or a debt grew. `Spend`: the rest. What leaves no more grows anew.
///
/// Rules of `execute`:
/// - before the calls: operator, deadline (equality accepted), single-use permit (the owner's are apart), a signature only
///   if it is the guardian's, each call approved, and by the protocol's checker, if it has one;
/// - every effect: a lot grows only in an approved place; below the least health only what lowers no such health and
///   raises one passes, and what only takes authority away; where a position cannot be read, exits elsewhere pass, and in
///   its protocol what only brings in; where an asset that is held gives no balance, exits pass, and all that is booked
///   of it is outflow, since any call may take it;
/// - every effect but Idle: what leaves without the guardian's signature, singly and with what left so in the last 24
///   hours, is within the hot lane (equality accepted; never netted, exits too; what repays debt counts only as far as
///   it exceeds the debt's fall). Above it the guardian signs calls, deadline and permit (EIP-712); what it signed
///   leaves the hot lane as it is;
/// - every effect: loss at feed prices, call by call (outflow less inflow; what a call brings beyond what it
///   takes offsets no loss of another one), at most `maxLossBps` of the net outflow, plus what went to approved
///   recipients and did not come back, plus one cent of rounding. In an exit, what leaves or arrives without a fresh price
///   is taken at its last good price and held to `maxStaleExitLossBps` of itself instead; what never had a price does not
///   leave;
/// - Risk and Spend: fresh prices of all assets held, no breach of the drawdown before or after, position caps
///   (equality accepted; an asset above its cap may shrink), spend and loss of the last 24 hours (equality
///   accepted), so that many small losses cannot add up. What recipients are paid burns shares: it is no drawdown;
/// - Risk: the minimum rebalance interval (equality accepted);
/// - Exit: never stopped by caps, drawdown, interval, window, pause or stale prices. It uses up window budget as
///   far as there is any, and its losses count;
/// - paused: exits and revocations only;
/// - a call to a signature scheme calls nothing: it records a message (its data are the fields), for which the cage answers
///   as signer (ERC-1271) until its deadline, unless the cage was paused or the scheme removed since;
/// - pledges, of messages and of calls: limited, in assets with fresh prices, for at most 24 hours, to a target, proceeds
///   to the cage. Each counts when it is made as if it were filled at its worst: what it takes from the wallet is
///   outflow, its shortfall a loss (not of an allowance), what it brings exposure; the owner's exits make none;
/// - the owner may run exits as well, without limits.
///
/// Vetoes. The guardian may drop any queued loosening. One that replaces the guardian or unpauses it may drop once:
/// queued again it waits a week longer, and only the owner can drop it then.
///
/// Guarded values. Gifts of any kind count for nothing until the owner absorbs them. Between actions, what appeared (or
/// debt that vanished) counts up to the value of counted units that vanished: a fill or a liquidation is what it is. An
/// index counts up to its highest booked value and a growth of 100 % a year beyond it; falls count at once. What cannot
/// be read counts as last booked. The high-water mark rises only to the lowest of seven values per share, each five
/// minutes to an hour after the one before, that all lay above it; actions show it the value, and so may anybody.
interface IPolicyCage is ICageErrors {
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

    /// @notice Code that the owner trusts, by its hash: a reader, a checker, a scheme. The zero address is none.
    struct Code {
        address at;
        bytes32 hash;
    }

    /// @notice One approved target with its selectors, the rules of its calls and what counts what they create.
    struct TargetConfig {
        address target;
        bytes4[] selectors;
        Code checker;
        Code reader;
    }

    /// @notice A position that is counted, as its reader says now; nothing is said of one that cannot be read.
    struct Holding {
        address reader;
        bytes32 key;
        bytes32 place;
        uint256 health;
        Lot[] lots;
        bool readable;
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
        uint64 minHealth;
        address wrappedNative;
        AssetConfig[] assets;
        TargetConfig[] targets;
        Code[] schemes;
        bytes32[] places;
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
        uint64 minHealth;
        address wrappedNative;
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
    /// @notice The owner took a position's token out.
    event PositionWithdrawn(address indexed collection, uint256 indexed tokenId, uint256 shares);
    /// @notice The owner had a position counted as it is.
    event PositionAbsorbed(address indexed reader, bytes32 indexed key, uint256 shares);
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

    /// @notice Runs an action; operator only, and exits of the owner.
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

    /// @notice Takes out an ERC-721 token, counted or not; owner only.
    function withdrawPosition(address collection, uint256 tokenId) external returns (uint256 shares);

    /// @notice Counts what arrived unasked (donations, rebases) as if the owner had just deposited it.
    function absorb(address token) external returns (uint256 shares);

    /// @notice Counts a position as it is, one that the cage did not know included; owner only.
    function absorbPosition(address reader, bytes32 key) external returns (uint256 shares);

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

    /// @notice Approves an asset; a loosening. What lies there of it is a gift. An asset is never removed: set its cap to 0.
    function addAsset(AssetConfig calldata asset) external;

    /// @notice Approves selectors of a target, and sets its checker and reader; a loosening. A reader that is there is
    /// replaced by `setReader` alone.
    function setTarget(
        address target,
        bytes4[] calldata selectors,
        Code calldata checker,
        Code calldata reader
    ) external;

    /// @notice Removes selectors of a target.
    function removeSelectors(address target, bytes4[] calldata selectors) external;

    /// @notice Approves (a loosening) or removes a place, in which lots may grow.
    function setPlace(bytes32 place, bool allowed) external;

    /// @notice Replaces a reader, for the targets named and all its positions; a loosening. Reverts with ReadersDiffer
    /// unless both report every position alike.
    function setReader(address old, Code calldata reader, address[] calldata targets) external;

    /// @notice Approves (a loosening) or removes a signature scheme; what a removed one recorded stays void.
    function setScheme(Code calldata scheme, bool allowed) external;

    /// @notice Sets the least health, 18 decimals; a lower one is a loosening.
    function setMinHealth(uint64 minHealth) external;

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

    /// @notice All positions that are counted, as they are now.
    function holdings() external view returns (Holding[] memory);

    /// @notice Checker and reader of a target.
    function codeOf(address target) external view returns (address checker, address reader);

    /// @notice Whether the address is an approved signature scheme.
    function isScheme(address account) external view returns (bool);

    /// @notice Whether a message that an action recorded stands (ERC-1271): 0x1626ba7e, or else 0xffffffff.
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);

    /// @notice Whether lots may grow in a place.
    function isPlaceAllowed(bytes32 place) external view returns (bool);

    /// @notice Whether the token is an approved asset.
    function isAsset(address token) external view returns (bool);

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

    /// @notice Whether the permit was consumed, by the operator or by the owner.
    function permitUsed(bytes32 permitId) external view returns (bool);

    /// @notice Shares in existence, 18 decimals; the owner has them all.
    function totalShares() external view returns (uint256);

    /// @notice When a queued loosening is due; 0 when it is not queued.
    function queuedEta(bytes32 id) external view returns (uint256);
}
