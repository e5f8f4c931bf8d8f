// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "./IPolicyCage.sol";
import {IPositionManager} from "./interfaces/IPositionManager.sol";
import {BoundedRead} from "./libraries/BoundedRead.sol";
import {CageState} from "./libraries/CageState.sol";
import {CallData} from "./libraries/CallData.sol";
import {CallRules} from "./libraries/CallRules.sol";
import {Carry} from "./libraries/Carry.sol";
import {HighWaterMark} from "./libraries/HighWaterMark.sol";
import {LpExposure} from "./libraries/LpExposure.sol";
import {PolicyChanges} from "./libraries/PolicyChanges.sol";
import {PriceReader} from "./libraries/PriceReader.sol";
import {RateGuard} from "./libraries/RateGuard.sol";
import {ShareMath} from "./libraries/ShareMath.sol";
import {SpendWindow} from "./libraries/SpendWindow.sol";

/// @title PolicyCage
/// @notice See IPolicyCage for the rules. There is no module, no ERC-1271, no token callback, no fallback and
/// no delegatecall but to the libraries it is linked with; one transient lock covers every path that moves money or loosens the policy.
/// @dev Gifts. Each token has a *counted* balance, and each liquidity position counted liquidity and claims, never
/// above the actual ones. Only `execute`, `deposit`, `withdraw` and `absorb` move them; what arrives in between stays
/// outside net asset value, caps, drawdown and high-water mark. Losses and outflow are measured on actual
/// balances, so that gifts are guarded like the rest.
contract PolicyCage is IPolicyCage, ReentrancyGuardTransient {
    using CageState for CageState.State;
    using Math for uint256;
    using SafeERC20 for IERC20;
    using SpendWindow for SpendWindow.State;
    using HighWaterMark for HighWaterMark.State;
    using RateGuard for RateGuard.State;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_POSITIONS = 16;
    /// @dev Rounding that no honest action can avoid, in USDC base units (one cent).
    uint256 private constant DUST_USDC = 10_000;

    /// @dev What an action is judged by: read once, before the calls.
    struct Terms {
        CageState.Asset asset;
        uint256 unit; // 10^scale
        uint256 price; // fresh, or else the last good one
        bool fresh;
        uint256 rate; // of a receipt
        uint256 guardedRate; // the part of it that counts
    }

    /// @dev Everything measured at one moment. Arrays are parallel to `_s.assets`; a receipt's `held` and `exposure`
    /// are its underlying's.
    struct Snapshot {
        Terms[] terms;
        uint256[] wallet; // actual balance
        uint256[] counted; // counted balance; of a debt, never below the actual one
        uint256[] held; // actual balance + receipts + positions
        uint256[] exposure; // the counted part of it
        uint256[] ids;
        Position[] positions;
        CageState.Claim[] claims;
    }

    struct Position {
        address token0;
        address token1;
        int24 tickLower;
        int24 tickUpper;
        uint256 liquidity;
        uint256 owed0;
        uint256 owed1;
    }

    /// @dev What the calls did, summed over all assets.
    struct Tally {
        bool moved;
        bool anyOut;
        bool riskUp;
        bool parked;
        bool paid;
        address stale;
        uint256 baseOutUsdc;
        uint256 repaidUsdc;
        uint256 paidUsdc;
        uint256 outflowUsdc;
        uint256 maxLossUsdc;
        uint256 downUsdc;
        uint256 upUsdc;
    }

    address private immutable WRAPPED_NATIVE;
    address private immutable POSITION_MANAGER;

    CageState.State private _s;

    modifier onlyOwner() {
        _onlyOwner();
        _;
    }

    constructor(CageConfig memory config) {
        (WRAPPED_NATIVE, POSITION_MANAGER) = (config.wrappedNative, config.positionManager);
        PolicyChanges.initialize(_s, config);
    }

    /// @dev Native currency comes from approved targets (the wrapped native token), or within an action.
    receive() external payable {
        if (_s.selectorCount[msg.sender] == 0 && !_reentrancyGuardEntered()) revert Unauthorized(msg.sender);
    }

    // ---------------------------------------------------------------- operator

    /// @inheritdoc IPolicyCage
    function execute(Call[] calldata calls, uint256 deadline, bytes32 permitId)
        external
        nonReentrant
        returns (bytes[] memory results)
    {
        CageState.Rules memory rules = _s.rules;
        if (msg.sender != rules.operator) revert Unauthorized(msg.sender);
        if (block.timestamp > deadline) revert DeadlinePassed(block.timestamp, deadline);
        if (_s.permitUsed[permitId]) revert PermitAlreadyUsed(permitId);
        _s.permitUsed[permitId] = true;

        (bool onlyRevokes, uint256[] memory paid) =
            CallRules.check(_s, calls, WRAPPED_NATIVE, POSITION_MANAGER);
        Snapshot memory start = _open();
        HighWaterMark.State memory mark = _s.mark;
        _observe(mark, start);
        uint256[] memory gross;
        uint256[] memory wallet;
        (results, gross, wallet) = _run(calls, start);
        Snapshot memory end = _close(start, wallet);

        Tally memory tally = _tally(rules, start, end, gross, paid);
        (Effect effect, uint256 lossUsdc) = _judge(rules, mark, tally, onlyRevokes, start, end);

        _book(end);
        _observe(mark, end);
        _s.mark = mark;
        (uint256 navUsdc,) = _nav(end);
        emit Executed(permitId, effect, tally.outflowUsdc, lossUsdc, navUsdc, mark.mark);
    }

    // ---------------------------------------------------------------- owner: money

    /// @inheritdoc IPolicyCage
    function deposit(address token, uint256 amount) external onlyOwner nonReentrant returns (uint256 shares) {
        uint256 index = _s.indexOf(token);
        Snapshot memory s = _open();
        uint256 before = _wallet(token);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = _wallet(token) - before;
        shares = _mint(s, index, received);
        emit Deposited(token, received, shares);
    }

    /// @inheritdoc IPolicyCage
    function absorb(address token) external onlyOwner nonReentrant returns (uint256 shares) {
        uint256 index = _s.indexOf(token);
        Snapshot memory s = _open();
        // A gift to a debt is what was repaid by strangers.
        uint256 amount =
            _isDebt(s.terms[index]) ? s.counted[index] - s.wallet[index] : s.wallet[index] - s.counted[index];
        shares = _mint(s, index, amount);
        emit Deposited(token, amount, shares);
    }

    /// @inheritdoc IPolicyCage
    function withdraw(address token, uint256 amount)
        external
        onlyOwner
        nonReentrant
        returns (uint256 shares)
    {
        uint256 indexPlusOne = _s.assetIndex[token == NATIVE ? WRAPPED_NATIVE : token];
        if (indexPlusOne != 0) {
            uint256 index = indexPlusOne - 1;
            Snapshot memory s = _open();
            uint256 uncounted = s.wallet[index].saturatingSub(s.counted[index]);
            uint256 fromBooks = amount.saturatingSub(uncounted);
            (uint256 navUsdc,) = _nav(s);
            shares = _burn(navUsdc, _worth(s, index, fromBooks, Math.Rounding.Ceil));
            s.counted[index] = s.counted[index].saturatingSub(fromBooks);
            _book(s);
        }
        _send(token, amount);
        emit Withdrawn(token, amount, shares);
    }

    function _send(address token, uint256 amount) private {
        if (token != NATIVE) return IERC20(token).safeTransfer(msg.sender, amount);
        (bool ok, bytes memory reason) = msg.sender.call{value: amount}("");
        if (!ok) revert CallFailed(0, reason);
    }

    /// @inheritdoc IPolicyCage
    function withdrawPosition(uint256 tokenId) external onlyOwner nonReentrant returns (uint256 shares) {
        (uint256 before,) = _nav(_open());
        for (uint256 i = _s.positions.length; i > 0; --i) {
            if (_s.positions[i - 1] == tokenId) _untrack(i - 1);
        }
        (uint256 remaining,) = _nav(_open());
        shares = _burn(before, before - remaining);
        IPositionManager(POSITION_MANAGER).transferFrom(address(this), msg.sender, tokenId);
        emit PositionWithdrawn(tokenId, shares);
    }

    // ---------------------------------------------------------------- owner: policy

    /// @inheritdoc IPolicyCage
    function pause() external {
        if (
            msg.sender != _s.rules.operator && msg.sender != _s.rules.guardian && msg.sender != _s.rules.owner
        ) {
            revert Unauthorized(msg.sender);
        }
        _s.rules.paused = true;
        emit Paused(msg.sender);
    }

    /// @inheritdoc IPolicyCage
    function queue(bytes calldata change) external onlyOwner returns (bytes32 id) {
        id = keccak256(change);
        uint256 eta = block.timestamp + _s.rules.loosenDelaySeconds;
        _s.queuedEta[id] = eta;
        emit LoosenQueued(id, change, eta);
    }

    /// @inheritdoc IPolicyCage
    function cancel(bytes32 id) external {
        if (msg.sender != _s.rules.owner && msg.sender != _s.rules.guardian) revert Unauthorized(msg.sender);
        if (_s.queuedEta[id] == 0) revert NotQueued(id);
        delete _s.queuedEta[id];
        emit LoosenCancelled(id, msg.sender);
    }

    /// @inheritdoc IPolicyCage
    function unpause() external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setMaxDrawdownBps(uint16) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setMaxLossBps(uint16, uint16) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setMinRebalanceInterval(uint32) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setWindowSpendCap(uint256) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setWindowLossCap(uint256) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setLoosenDelay(uint32) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setPositionCap(address, uint256) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setFeed(address, address, uint32) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function addAsset(AssetConfig calldata) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function addReceipt(ReceiptConfig calldata) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setTarget(address, bytes4[] calldata, bool) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setRecipient(address, bool) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setOperator(address) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setGuardian(address) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setOwner(address) external {
        _apply();
    }

    /// @dev The lock keeps the policy still while an action runs.
    function _apply() private onlyOwner nonReentrant {
        PolicyChanges.apply_(_s, msg.data);
    }

    // ---------------------------------------------------------------- views

    /// @inheritdoc IPolicyCage
    function policy() external view returns (Policy memory) {
        CageState.Rules memory r = _s.rules;
        return Policy({
            owner: r.owner,
            operator: r.operator,
            guardian: r.guardian,
            maxDrawdownBps: r.maxDrawdownBps,
            maxLossBps: r.maxLossBps,
            maxStaleExitLossBps: r.maxStaleExitLossBps,
            minRebalanceIntervalSeconds: r.minRebalanceIntervalSeconds,
            loosenDelaySeconds: r.loosenDelaySeconds,
            paused: r.paused,
            windowSpendCapUsdc: CageState.unclamp(r.windowSpendCapUsdc),
            windowLossCapUsdc: CageState.unclamp(r.windowLossCapUsdc),
            wrappedNative: WRAPPED_NATIVE,
            positionManager: POSITION_MANAGER
        });
    }

    /// @inheritdoc IPolicyCage
    function assets() external view returns (AssetConfig[] memory list) {
        (list,) = _list();
    }

    /// @inheritdoc IPolicyCage
    function receipts() external view returns (ReceiptConfig[] memory list) {
        (, list) = _list();
    }

    /// @inheritdoc IPolicyCage
    function positions() external view returns (uint256[] memory) {
        return _s.positions;
    }

    /// @inheritdoc IPolicyCage
    function isTargetAllowed(address target, bytes4 selector) external view returns (bool) {
        return _s.allowed[target][selector];
    }

    /// @inheritdoc IPolicyCage
    function isTarget(address target) external view returns (bool) {
        return _s.selectorCount[target] != 0;
    }

    /// @inheritdoc IPolicyCage
    function isRecipient(address account) external view returns (bool) {
        return _s.recipients[account];
    }

    /// @inheritdoc IPolicyCage
    function positionValueUsdc(address token) external view returns (uint256) {
        uint256 index = _s.pricedIndexOf(token);
        Snapshot memory s = _open();
        if (s.exposure[index] != 0 && !s.terms[index].fresh) revert PriceUnavailable(token);
        return _worth(s, index, s.exposure[index], Math.Rounding.Ceil);
    }

    /// @inheritdoc IPolicyCage
    function netAssetValueUsdc() external view returns (uint256) {
        return _freshNav(_open());
    }

    /// @inheritdoc IPolicyCage
    function valuePerShare() external view returns (uint256) {
        return ShareMath.valuePerShare(_freshNav(_open()), _s.totalShares);
    }

    /// @inheritdoc IPolicyCage
    function highWaterMark() external view returns (uint256) {
        return _s.mark.mark;
    }

    /// @inheritdoc IPolicyCage
    function drawdownBps() external view returns (uint256) {
        return _drawdown(_s.mark.mark, _freshNav(_open()));
    }

    /// @inheritdoc IPolicyCage
    function lastRebalanceAt() external view returns (uint256) {
        return _s.mark.lastRebalanceAt;
    }

    /// @inheritdoc IPolicyCage
    function windowSpentUsdc() external view returns (uint256 spentUsdc) {
        (spentUsdc,) = _s.window.sums();
    }

    /// @inheritdoc IPolicyCage
    function windowLostUsdc() external view returns (uint256 lostUsdc) {
        (, lostUsdc) = _s.window.sums();
    }

    /// @inheritdoc IPolicyCage
    function paused() external view returns (bool) {
        return _s.rules.paused;
    }

    /// @inheritdoc IPolicyCage
    function permitUsed(bytes32 permitId) external view returns (bool) {
        return _s.permitUsed[permitId];
    }

    /// @inheritdoc IPolicyCage
    function totalShares() external view returns (uint256) {
        return _s.totalShares;
    }

    /// @inheritdoc IPolicyCage
    function queuedEta(bytes32 id) external view returns (uint256) {
        return _s.queuedEta[id];
    }

    // ---------------------------------------------------------------- calls

    /// @dev Runs the calls and sums up, asset by asset, what left the cage in each: bundling hides nothing. An
    /// approval moves nothing, so its balances are taken with the next call's.
    function _run(Call[] calldata calls, Snapshot memory start)
        private
        returns (bytes[] memory results, uint256[] memory gross, uint256[] memory last)
    {
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
            if (!ok) revert CallFailed(i, result);
            _checkAnswer(i, target, selector, result);
            results[i] = result;
            bool approves = selector == CallData.APPROVE && _s.assetIndex[target] != 0;
            if (!approves || i == calls.length - 1) {
                for (uint256 j; j < count; ++j) {
                    uint256 current = _wallet(start.terms[j].asset.token);
                    if (current < last[j]) gross[j] += last[j] - current;
                    last[j] = current;
                }
            }
            if (target == POSITION_MANAGER && selector == CallData.POSITION_MINT) {
                _track(abi.decode(result, (uint256)));
            }
        }
    }

    /// @dev Some tokens say `false` where others revert; a payment that did not happen must not count as one.
    function _checkAnswer(uint256 index, address target, bytes4 selector, bytes memory result) private view {
        if (selector != CallData.TRANSFER && selector != CallData.APPROVE) return;
        if (_s.assetIndex[target] == 0 || result.length < 32) return;
        if (abi.decode(result, (uint256)) == 0) revert CallFailed(index, result);
    }

    function _track(uint256 tokenId) private {
        if (IPositionManager(POSITION_MANAGER).ownerOf(tokenId) != address(this)) return;
        if (_s.positions.length == MAX_POSITIONS) revert TooManyPositions(MAX_POSITIONS + 1, MAX_POSITIONS);
        _s.positions.push(tokenId);
    }

    // ---------------------------------------------------------------- measuring

    function _open() private view returns (Snapshot memory s) {
        uint256 count = _s.assets.length;
        s.terms = new Terms[](count);
        s.wallet = new uint256[](count);
        s.counted = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            Terms memory t = s.terms[i];
            t.asset = _s.assets[i];
            uint256 wallet = _wallet(t.asset.token);
            s.wallet[i] = wallet;
            s.counted[i] =
                _isDebt(t) ? Math.max(t.asset.counted, wallet) : Carry.open(t.asset.counted, wallet);
            if (t.asset.underlying == 0) {
                t.unit = 10 ** t.asset.scale;
                (t.price, t.fresh) = PriceReader.read(t.asset.feed, t.asset.maxStalenessSeconds);
                if (!t.fresh) t.price = t.asset.lastPrice;
            } else if (t.asset.kind == ReceiptKind.Vault) {
                bool ok;
                (ok, t.rate) = RateGuard.read(t.asset.token);
                // A vault that gives no rate is like a feed that gives no price.
                if (!ok) {
                    t.rate = _s.rates[i].rate;
                    if (wallet != 0) s.terms[t.asset.underlying - 1].fresh = false;
                }
                t.guardedRate = _s.rates[i].guarded(t.rate);
            } else {
                (t.rate, t.guardedRate) = (RateGuard.SCALE, RateGuard.SCALE);
            }
        }
        _addHoldings(s, s, true);
    }

    /// @dev Measures again, on the terms of `start`.
    function _close(Snapshot memory start, uint256[] memory wallet) private view returns (Snapshot memory s) {
        uint256 count = wallet.length;
        s.terms = start.terms;
        s.wallet = wallet;
        s.counted = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            s.counted[i] = Carry.close(start.counted[i], start.wallet[i], wallet[i]);
        }
        _addHoldings(s, start, false);
    }

    /// @dev Fills in `held`, `exposure` and positions. When `opening`, `start` is `s` itself; afterwards, the ids
    /// of `start` are a prefix of this snapshot's.
    function _addHoldings(Snapshot memory s, Snapshot memory start, bool opening) private view {
        uint256 count = s.wallet.length;
        (s.held, s.exposure) = (new uint256[](count), new uint256[](count));
        for (uint256 i; i < count; ++i) {
            Terms memory t = s.terms[i];
            uint256 wallet = s.wallet[i];
            if (t.asset.underlying == 0) {
                s.held[i] += wallet;
                s.exposure[i] += s.counted[i];
            } else if (wallet != 0 && t.asset.kind != ReceiptKind.Debt) {
                uint256 u = t.asset.underlying - 1;
                // New shares are taken at the guarded rate: a rate that was lifted for the moment buys nothing.
                uint256 old = Math.min(wallet, start.wallet[i]);
                s.held[u] += RateGuard.toUnderlying(old, t.rate)
                + RateGuard.toUnderlying(wallet - old, t.guardedRate);
                s.exposure[u] += RateGuard.toUnderlying(s.counted[i], t.guardedRate);
            }
        }
        s.ids = _s.positions;
        count = s.ids.length;
        (s.positions, s.claims) = (new Position[](count), new CageState.Claim[](count));
        for (uint256 i; i < count; ++i) {
            s.positions[i] = _position(s.ids[i]);
            s.claims[i] = _claim(s, start, i, opening);
            _addPosition(s, s.positions[i], s.claims[i]);
        }
    }

    function _claim(Snapshot memory s, Snapshot memory start, uint256 i, bool opening)
        private
        view
        returns (CageState.Claim memory c)
    {
        Position memory p = s.positions[i];
        Position memory before;
        if (opening) {
            before = p;
            c = _s.claims[s.ids[i]];
            c.liquidity = uint128(Carry.open(c.liquidity, p.liquidity));
            c.owed0 = uint128(Carry.open(c.owed0, p.owed0));
            c.owed1 = uint128(Carry.open(c.owed1, p.owed1));
        } else if (i < start.ids.length) {
            before = start.positions[i];
            CageState.Claim memory old = start.claims[i];
            (c.liquidity, c.owed0, c.owed1) = (old.liquidity, old.owed0, old.owed1);
        }
        c.liquidity = uint128(Carry.close(c.liquidity, before.liquidity, p.liquidity));
        c.owed0 = uint128(Carry.close(c.owed0, before.owed0, p.owed0));
        c.owed1 = uint128(Carry.close(c.owed1, before.owed1, p.owed1));
    }

    function _addPosition(Snapshot memory s, Position memory p, CageState.Claim memory c) private view {
        uint256 index0 = _s.assetIndex[p.token0];
        uint256 index1 = _s.assetIndex[p.token1];
        Terms memory t0;
        Terms memory t1;
        if (index0 != 0) t0 = s.terms[index0 - 1];
        if (index1 != 0) t1 = s.terms[index1 - 1];
        (uint256 amount0, uint256 amount1, uint256 counted0, uint256 counted1) = LpExposure.holdings(
            [t0.price, t0.unit, t1.price, t1.unit], [p.tickLower, p.tickUpper], [p.liquidity, c.liquidity]
        );
        if (index0 != 0) {
            s.held[index0 - 1] += amount0 + p.owed0;
            s.exposure[index0 - 1] += counted0 + c.owed0;
        }
        if (index1 != 0) {
            s.held[index1 - 1] += amount1 + p.owed1;
            s.exposure[index1 - 1] += counted1 + c.owed1;
        }
    }

    /// @dev A burned position reads as an empty one.
    function _position(uint256 tokenId) private view returns (Position memory p) {
        (bool ok, bytes memory data) =
            BoundedRead.read(POSITION_MANAGER, abi.encodeCall(IPositionManager.positions, (tokenId)), 12);
        if (!ok) return p;
        uint256[12] memory words = abi.decode(data, (uint256[12]));
        (p.token0, p.token1) = (address(uint160(words[2])), address(uint160(words[3])));
        (p.tickLower, p.tickUpper) = (int24(int256(words[5])), int24(int256(words[6])));
        (p.liquidity, p.owed0, p.owed1) = (words[7], words[10], words[11]);
    }

    /// @dev Actual balance; native currency counts as wrapped. A token whose balance cannot be read is worth 0.
    function _wallet(address token) private view returns (uint256 balance) {
        (, balance) = BoundedRead.readUint(token, abi.encodeCall(IERC20.balanceOf, (address(this))));
        if (token == WRAPPED_NATIVE) balance += address(this).balance;
    }

    function _isDebt(Terms memory t) private pure returns (bool) {
        return t.asset.kind == ReceiptKind.Debt;
    }

    // ---------------------------------------------------------------- judging

    function _tally(
        CageState.Rules memory rules,
        Snapshot memory start,
        Snapshot memory end,
        uint256[] memory gross,
        uint256[] memory paid
    ) private pure returns (Tally memory t) {
        uint256 count = gross.length;
        t.maxLossUsdc = DUST_USDC;
        // Receipts come after their underlying, so that this order meets them first.
        uint256[] memory released = new uint256[](count);
        for (uint256 i = count; i > 0; --i) {
            if (start.terms[i - 1].asset.underlying != 0) {
                _tallyReceipt(t, i - 1, start, end, gross, released);
            } else {
                _tallyAsset(rules, t, i - 1, start, end, gross[i - 1], released[i - 1]);
            }
            if (paid[i - 1] != 0) {
                t.paid = true;
                t.paidUsdc += _worth(start, i - 1, paid[i - 1], Math.Rounding.Ceil);
            }
        }
        t.maxLossUsdc += t.paidUsdc;
        for (uint256 i; i < end.ids.length; ++i) {
            uint256 before = i < start.ids.length ? start.positions[i].liquidity : 0;
            if (end.positions[i].liquidity != before) t.moved = true;
            if (end.positions[i].liquidity > before) t.parked = true;
        }
    }

    /// @dev `released` gets what a shrinking receipt sets free of its underlying.
    function _tallyReceipt(
        Tally memory t,
        uint256 i,
        Snapshot memory start,
        Snapshot memory end,
        uint256[] memory gross,
        uint256[] memory released
    ) private pure {
        uint256 up = end.wallet[i].saturatingSub(start.wallet[i]);
        uint256 down = start.wallet[i].saturatingSub(end.wallet[i]);
        if (up == 0 && down == 0 && gross[i] == 0) return;
        Terms memory terms = start.terms[i];
        uint256 u = terms.asset.underlying - 1;
        t.moved = true;
        if (!start.terms[u].fresh) t.stale = start.terms[u].asset.token;
        if (up != 0) t.parked = true;
        if (_isDebt(terms)) {
            if (start.terms[u].price == 0) revert PriceUnavailable(terms.asset.token);
            t.downUsdc += _worth(start, i, up, Math.Rounding.Ceil);
            uint256 repaidUsdc = _worth(start, i, down, Math.Rounding.Floor);
            t.upUsdc += repaidUsdc;
            t.repaidUsdc += repaidUsdc;
        } else {
            if (gross[i] != 0) t.anyOut = true;
            released[u] += RateGuard.toUnderlying(down, terms.rate);
        }
    }

    function _tallyAsset(
        CageState.Rules memory rules,
        Tally memory t,
        uint256 i,
        Snapshot memory start,
        Snapshot memory end,
        uint256 gross,
        uint256 released
    ) private pure {
        Terms memory terms = start.terms[i];
        uint256 down = start.held[i].saturatingSub(end.held[i]);
        uint256 up = end.held[i].saturatingSub(start.held[i]);
        bool moved = down != 0 || up != 0 || gross != 0 || start.wallet[i] != end.wallet[i];
        if (!terms.fresh && (moved || start.exposure[i] != 0)) t.stale = terms.asset.token;
        if (!moved) return;
        t.moved = true;
        // Something that never had a price cannot be shown to leave at a fair one.
        if (down != 0 && terms.price == 0) revert PriceUnavailable(terms.asset.token);
        uint256 upUsdc = _worth(start, i, up, Math.Rounding.Floor);
        if (gross != 0) {
            t.anyOut = true;
            if (terms.asset.isBase) t.baseOutUsdc += _worth(start, i, gross, Math.Rounding.Ceil);
        }
        // Taking a receipt back may round up by a speck; that is no purchase.
        if (up != 0 && !terms.asset.isBase && (released == 0 || upUsdc > DUST_USDC)) t.riskUp = true;

        t.outflowUsdc += _worth(start, i, Math.max(gross, down), Math.Rounding.Ceil);
        t.downUsdc += _worth(start, i, down, Math.Rounding.Ceil);
        t.upUsdc += upUsdc;
        uint256 uncertain = Math.max(released, Math.max(down, start.wallet[i].saturatingSub(end.wallet[i])));
        uint256 lossBps = rules.maxLossBps;
        if (!terms.fresh) {
            // What comes in without a fresh price may be worth that much more than it seems.
            uncertain += up;
            lossBps = rules.maxStaleExitLossBps;
        }
        t.maxLossUsdc += _worth(start, i, uncertain, Math.Rounding.Floor) * lossBps / BPS;
    }

    /// @dev Names the effect and applies the rules to it.
    function _judge(
        CageState.Rules memory rules,
        HighWaterMark.State memory mark,
        Tally memory t,
        bool onlyRevokes,
        Snapshot memory start,
        Snapshot memory end
    ) private returns (Effect effect, uint256 lossUsdc) {
        if (!t.moved) {
            if (rules.paused && !onlyRevokes) revert CagePaused();
            return (Effect.Idle, 0);
        }
        bool spendsBase =
            t.baseOutUsdc != 0 && (t.repaidUsdc == 0 || t.baseOutUsdc > t.repaidUsdc + DUST_USDC);
        if (!t.parked && !spendsBase && !t.paid && (!t.riskUp || !t.anyOut)) effect = Effect.Exit;
        else effect = t.riskUp || t.parked ? Effect.Risk : Effect.Spend;
        if (effect != Effect.Exit) {
            if (rules.paused) revert CagePaused();
            if (t.stale != address(0)) revert PriceUnavailable(t.stale);
        }

        lossUsdc = t.downUsdc.saturatingSub(t.upUsdc);
        if (lossUsdc > t.maxLossUsdc) revert ValueLossExceeded(lossUsdc, t.maxLossUsdc);
        // What a recipient got is spent, not lost.
        uint256 lost = lossUsdc.saturatingSub(t.paidUsdc);
        (uint256 spentBefore, uint256 lostBefore) = _s.window.sums();
        uint256 spent = t.outflowUsdc;
        uint256 cap = CageState.unclamp(rules.windowSpendCapUsdc);
        if (effect == Effect.Exit) {
            spent = Math.min(spent, cap.saturatingSub(spentBefore));
        } else {
            _checkDrawdown(rules, mark, start);
            _checkDrawdown(rules, mark, end);
            if (effect == Effect.Risk) {
                uint256 earliest = uint256(mark.lastRebalanceAt) + rules.minRebalanceIntervalSeconds;
                if (mark.lastRebalanceAt != 0 && block.timestamp < earliest) {
                    revert RebalanceTooSoon(block.timestamp, earliest);
                }
                mark.lastRebalanceAt = uint40(block.timestamp);
            }
            _checkCaps(start, end);
            uint256 total = spentBefore.saturatingAdd(spent);
            if (total > cap) revert WindowSpendExceeded(total, cap);
            cap = CageState.unclamp(rules.windowLossCapUsdc);
            total = lostBefore.saturatingAdd(lost);
            if (lost != 0 && total > cap) revert WindowLossExceeded(total, cap);
        }
        _s.window.add(spentBefore, lostBefore, spent, lost);
    }

    function _checkCaps(Snapshot memory start, Snapshot memory end) private pure {
        for (uint256 i; i < end.exposure.length; ++i) {
            if (end.exposure[i] <= start.exposure[i]) continue;
            CageState.Asset memory asset = end.terms[i].asset;
            uint256 valueUsdc = _worth(end, i, end.exposure[i], Math.Rounding.Ceil);
            uint256 capUsdc = CageState.unclamp(asset.capUsdc);
            if (valueUsdc > capUsdc) revert PositionCapExceeded(asset.token, valueUsdc, capUsdc);
        }
    }

    function _checkDrawdown(CageState.Rules memory rules, HighWaterMark.State memory mark, Snapshot memory s)
        private
        view
    {
        (uint256 navUsdc,) = _nav(s);
        uint256 bps = _drawdown(mark.mark, navUsdc);
        if (bps > rules.maxDrawdownBps) revert DrawdownExceeded(bps, rules.maxDrawdownBps);
    }

    // ---------------------------------------------------------------- books and shares

    /// @dev Value of all exposure, rounded down, less all debt, and an asset held without a fresh price (or zero).
    function _nav(Snapshot memory s) private pure returns (uint256 navUsdc, address stale) {
        uint256 debtUsdc;
        for (uint256 i; i < s.exposure.length; ++i) {
            Terms memory t = s.terms[i];
            if (t.asset.underlying == 0) {
                if (s.exposure[i] == 0) continue;
                if (!t.fresh) stale = t.asset.token;
                navUsdc += _worth(s, i, s.exposure[i], Math.Rounding.Floor);
            } else if (_isDebt(t) && s.counted[i] != 0) {
                Terms memory u = s.terms[t.asset.underlying - 1];
                if (!u.fresh) stale = u.asset.token;
                debtUsdc += _worth(s, i, s.counted[i], Math.Rounding.Ceil);
            }
        }
        navUsdc = navUsdc.saturatingSub(debtUsdc);
    }

    function _freshNav(Snapshot memory s) private pure returns (uint256 navUsdc) {
        address stale;
        (navUsdc, stale) = _nav(s);
        if (stale != address(0)) revert PriceUnavailable(stale);
    }

    /// @dev Value of an amount of one token; of a receipt, at its guarded rate.
    function _worth(Snapshot memory s, uint256 index, uint256 amount, Math.Rounding rounding)
        private
        pure
        returns (uint256)
    {
        if (amount == 0) return 0;
        Terms memory t = s.terms[index];
        if (t.asset.underlying != 0) {
            amount = RateGuard.toUnderlying(amount, t.guardedRate);
            t = s.terms[t.asset.underlying - 1];
        }
        return PriceReader.value(amount, t.price, t.unit, rounding);
    }

    function _drawdown(uint256 mark, uint256 navUsdc) private view returns (uint256) {
        if (_s.totalShares == 0) return 0;
        return ShareMath.drawdownBps(ShareMath.valuePerShare(navUsdc, _s.totalShares), mark);
    }

    function _observe(HighWaterMark.State memory mark, Snapshot memory s) private view {
        (uint256 navUsdc, address stale) = _nav(s);
        if (stale == address(0)) mark.observe(ShareMath.valuePerShare(navUsdc, _s.totalShares));
    }

    function _book(Snapshot memory s) private {
        for (uint256 i; i < s.counted.length; ++i) {
            Terms memory t = s.terms[i];
            CageState.Asset storage asset = _s.assets[i];
            if (t.asset.counted != s.counted[i]) asset.counted = CageState.clamp(s.counted[i]);
            if (t.asset.underlying == 0) {
                if (t.fresh && t.asset.lastPrice != t.price) asset.lastPrice = uint96(t.price);
            } else if (t.asset.kind == ReceiptKind.Vault && s.counted[i] != 0) {
                _s.rates[i].book(t.guardedRate);
            }
        }
        for (uint256 i = s.ids.length; i > 0; --i) {
            Position memory p = s.positions[i - 1];
            if (p.liquidity == 0 && p.owed0 == 0 && p.owed1 == 0) _untrack(i - 1);
            else _s.claims[s.ids[i - 1]] = s.claims[i - 1];
        }
    }

    function _untrack(uint256 index) private {
        delete _s.claims[_s.positions[index]];
        _s.positions[index] = _s.positions[_s.positions.length - 1];
        _s.positions.pop();
    }

    function _mint(Snapshot memory s, uint256 index, uint256 amount) private returns (uint256 shares) {
        uint256 navUsdc = _freshNav(s);
        Terms memory t = s.terms[index];
        if (t.asset.underlying != 0) t = s.terms[t.asset.underlying - 1];
        if (!t.fresh) revert PriceUnavailable(t.asset.token);
        if (navUsdc == 0 && _s.totalShares != 0) revert NothingToShare();
        uint256 valueUsdc = _worth(s, index, amount, Math.Rounding.Floor);
        shares = ShareMath.toMint(valueUsdc, navUsdc, _s.totalShares, _s.lastValuePerShare);
        _s.totalShares += shares;
        // What is counted of a debt shrinks when more is worth more.
        s.counted[index] = _isDebt(s.terms[index]) ? s.counted[index] - amount : s.counted[index] + amount;
        _book(s);
        if (_s.mark.mark == 0) {
            HighWaterMark.State memory mark = _s.mark;
            mark.observe(ShareMath.valuePerShare(navUsdc + valueUsdc, _s.totalShares));
            _s.mark = mark;
        }
    }

    function _burn(uint256 navUsdc, uint256 valueUsdc) private returns (uint256 shares) {
        if (valueUsdc == 0 || _s.totalShares == 0) return 0;
        shares = ShareMath.toBurn(valueUsdc, navUsdc, _s.totalShares);
        if (shares == _s.totalShares) {
            _s.lastValuePerShare = ShareMath.valuePerShare(navUsdc, _s.totalShares);
        }
        _s.totalShares -= shares;
    }

    function _list() private view returns (AssetConfig[] memory priced, ReceiptConfig[] memory others) {
        uint256 count = _s.assets.length;
        (priced, others) = (new AssetConfig[](count), new ReceiptConfig[](count));
        uint256 next;
        for (uint256 i; i < count; ++i) {
            CageState.Asset memory a = _s.assets[i];
            if (a.underlying == 0) {
                priced[next++] = AssetConfig(
                    a.token, a.feed, a.maxStalenessSeconds, CageState.unclamp(a.capUsdc), a.isBase
                );
            } else {
                others[i - next] = ReceiptConfig(a.token, _s.assets[a.underlying - 1].token, a.kind);
            }
        }
        assembly ("memory-safe") {
            mstore(priced, next)
            mstore(others, sub(count, next))
        }
    }

    function _onlyOwner() private view {
        if (msg.sender != _s.rules.owner) revert Unauthorized(msg.sender);
    }
}
