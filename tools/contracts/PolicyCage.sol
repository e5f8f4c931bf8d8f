// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "./IPolicyCage.sol";
import {IPositionManager} from "./interfaces/IPositionManager.sol";
import {IPriceFeed} from "./interfaces/IPriceFeed.sol";
import {BoundedRead} from "./libraries/BoundedRead.sol";
import {CallData} from "./libraries/CallData.sol";
import {Carry} from "./libraries/Carry.sol";
import {LpExposure} from "./libraries/LpExposure.sol";
import {PriceReader} from "./libraries/PriceReader.sol";
import {ShareMath} from "./libraries/ShareMath.sol";
import {SpendWindow} from "./libraries/SpendWindow.sol";

/// @title PolicyCage
/// @notice See IPolicyCage for the rules. There is no delegatecall, no module, no ERC-1271 and no fallback.
/// @dev Gifts. Each asset has a *counted* balance, and each liquidity position a counted liquidity, never above
/// the actual one. Only `execute`, `deposit`, `withdraw` and `absorb` move them; what arrives in between stays
/// outside net asset value, caps, drawdown and high-water mark. Losses and outflow are measured on actual
/// balances, so that gifts are guarded like the rest.
contract PolicyCage is IPolicyCage, IERC721Receiver, ReentrancyGuard {
    using Math for uint256;
    using SafeERC20 for IERC20;
    using SpendWindow for SpendWindow.State;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_ASSETS = 24;
    uint256 private constant MAX_POSITIONS = 16;
    uint256 private constant MAX_DELAY = 30 days;
    uint256 private constant GRACE = 14 days;
    /// @dev Rounding that no honest action can avoid, in USDC base units (one cent).
    uint256 private constant DUST_USDC = 10_000;
    /// @dev Allowances from here on count as unlimited: half the range of the type.
    uint256 private constant UNLIMITED = 1 << 255;
    uint256 private constant UNLIMITED_PERMIT2 = 1 << 159;

    struct Asset {
        address token;
        bool isBase;
        uint32 maxStalenessSeconds;
        address feed;
        uint256 unit; // 10^(token decimals + feed decimals)
        uint256 capUsdc;
        uint256 counted;
        uint256 lastPrice; // last fresh price
    }

    /// @dev Everything measured at one moment. Arrays are parallel to `_assets` and to `ids`.
    struct Snapshot {
        uint256[] price; // fresh, or else the last good one
        bool[] fresh;
        uint256[] wallet; // actual balance
        uint256[] counted; // counted balance
        uint256[] held; // actual balance + positions
        uint256[] exposure; // counted balance + counted part of positions
        uint256[] ids;
        bool[] live; // false for an empty or burned position
        uint256[] liquidity; // actual
        uint256[] countedLiquidity;
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
        bool baseOut;
        bool riskUp;
        bool liquidityUp;
        bool paid;
        address stale;
        uint256 outflowUsdc;
        uint256 maxLossUsdc;
        uint256 downUsdc;
        uint256 upUsdc;
    }

    Policy private _policy;
    Asset[] private _assets;
    mapping(address token => uint256 indexPlusOne) private _assetIndex;
    mapping(address target => mapping(bytes4 selector => bool)) private _allowed;
    mapping(address target => uint256) private _selectorCount;
    mapping(address account => bool) private _recipients;
    mapping(bytes32 permitId => bool) private _permitUsed;
    mapping(bytes32 id => uint256) private _queuedEta;
    uint256[] private _positions;
    mapping(uint256 tokenId => uint256) private _countedLiquidity;
    SpendWindow.State private _window;
    uint256 private _totalShares;
    uint256 private _lastValuePerShare;
    uint256 private _highWaterMark;
    uint256 private _lastRebalanceAt;

    modifier onlyOwner() {
        if (msg.sender != _policy.owner) revert Unauthorized(msg.sender);
        _;
    }

    constructor(CageConfig memory config) {
        if (config.owner == address(0) || config.loosenDelaySeconds > MAX_DELAY) revert InvalidConfig();
        _checkBps(config.maxDrawdownBps);
        _checkBps(config.maxLossBps);
        _checkBps(config.maxStaleExitLossBps);
        _policy = Policy({
            owner: config.owner,
            operator: config.operator,
            guardian: config.guardian,
            maxDrawdownBps: config.maxDrawdownBps,
            maxLossBps: config.maxLossBps,
            maxStaleExitLossBps: config.maxStaleExitLossBps,
            minRebalanceIntervalSeconds: config.minRebalanceIntervalSeconds,
            loosenDelaySeconds: config.loosenDelaySeconds,
            paused: false,
            windowSpendCapUsdc: config.windowSpendCapUsdc,
            wrappedNative: config.wrappedNative,
            positionManager: config.positionManager
        });
        for (uint256 i; i < config.assets.length; ++i) {
            _addAsset(config.assets[i]);
        }
        for (uint256 i; i < config.targets.length; ++i) {
            for (uint256 j; j < config.targets[i].selectors.length; ++j) {
                _setSelector(config.targets[i].target, config.targets[i].selectors[j], true);
            }
        }
        for (uint256 i; i < config.recipients.length; ++i) {
            _setRecipient(config.recipients[i], true);
        }
    }

    /// @dev Native currency comes from approved targets (the wrapped native token), or within an action.
    receive() external payable {
        if (_selectorCount[msg.sender] == 0 && !_reentrancyGuardEntered()) revert Unauthorized(msg.sender);
    }

    /// @inheritdoc IERC721Receiver
    function onERC721Received(address, address, uint256, bytes calldata) external view returns (bytes4) {
        if (msg.sender != _policy.positionManager || !_reentrancyGuardEntered()) {
            revert Unauthorized(msg.sender);
        }
        return IERC721Receiver.onERC721Received.selector;
    }

    // ---------------------------------------------------------------- operator

    /// @inheritdoc IPolicyCage
    function execute(Call[] calldata calls, uint256 deadline, bytes32 permitId)
        external
        nonReentrant
        returns (bytes[] memory results)
    {
        if (msg.sender != _policy.operator) revert Unauthorized(msg.sender);
        if (block.timestamp > deadline) revert DeadlinePassed(block.timestamp, deadline);
        if (_permitUsed[permitId]) revert PermitAlreadyUsed(permitId);
        _permitUsed[permitId] = true;

        (bool onlyRevokes, uint256[] memory paid) = _checkCalls(calls);
        Snapshot memory start = _open();
        _raiseHighWaterMark(start);
        uint256[] memory gross;
        (results, gross) = _run(calls, start);
        Snapshot memory end = _close(start);

        Tally memory tally = _tally(start, end, gross, paid);
        (Effect effect, uint256 lossUsdc) = _judge(tally, onlyRevokes, start, end);

        _book(end);
        _raiseHighWaterMark(end);
        (uint256 navUsdc,) = _nav(end);
        emit Executed(permitId, effect, tally.outflowUsdc, lossUsdc, navUsdc, _highWaterMark);
    }

    // ---------------------------------------------------------------- owner: money

    /// @inheritdoc IPolicyCage
    function deposit(address token, uint256 amount) external onlyOwner nonReentrant returns (uint256 shares) {
        uint256 index = _indexOf(token);
        Snapshot memory s = _open();
        uint256 before = _wallet(index);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = _wallet(index) - before;
        shares = _mint(s, index, received);
        emit Deposited(token, received, shares);
    }

    /// @inheritdoc IPolicyCage
    function absorb(address token) external onlyOwner nonReentrant returns (uint256 shares) {
        uint256 index = _indexOf(token);
        Snapshot memory s = _open();
        uint256 amount = s.wallet[index] - s.counted[index];
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
        uint256 indexPlusOne = _assetIndex[token == NATIVE ? _policy.wrappedNative : token];
        if (indexPlusOne != 0) {
            uint256 index = indexPlusOne - 1;
            Snapshot memory s = _open();
            uint256 uncounted = s.wallet[index] - s.counted[index];
            uint256 fromBooks = amount > uncounted ? amount - uncounted : 0;
            (uint256 navUsdc,) = _nav(s);
            shares = _burn(navUsdc, _value(index, fromBooks, s.price[index], Math.Rounding.Ceil));
            s.counted[index] -= fromBooks > s.counted[index] ? s.counted[index] : fromBooks;
            _book(s);
        }
        if (token == NATIVE) {
            (bool ok, bytes memory reason) = msg.sender.call{value: amount}("");
            if (!ok) revert CallFailed(0, reason);
        } else {
            IERC20(token).safeTransfer(msg.sender, amount);
        }
        emit Withdrawn(token, amount, shares);
    }

    /// @inheritdoc IPolicyCage
    function withdrawPosition(uint256 tokenId) external onlyOwner nonReentrant returns (uint256 shares) {
        (uint256 before,) = _nav(_open());
        for (uint256 i = _positions.length; i > 0; --i) {
            if (_positions[i - 1] == tokenId) _untrack(i - 1);
        }
        (uint256 remaining,) = _nav(_open());
        shares = _burn(before, before - remaining);
        IPositionManager(_policy.positionManager).transferFrom(address(this), msg.sender, tokenId);
        emit PositionWithdrawn(tokenId, shares);
    }

    // ---------------------------------------------------------------- owner: policy

    /// @inheritdoc IPolicyCage
    function pause() external {
        if (msg.sender != _policy.operator && msg.sender != _policy.guardian && msg.sender != _policy.owner) {
            revert Unauthorized(msg.sender);
        }
        _policy.paused = true;
        emit Paused(msg.sender);
    }

    /// @inheritdoc IPolicyCage
    function unpause() external onlyOwner {
        _change(true);
        _policy.paused = false;
        emit Unpaused();
    }

    /// @inheritdoc IPolicyCage
    function queue(bytes calldata change) external onlyOwner returns (bytes32 id) {
        id = keccak256(change);
        uint256 eta = block.timestamp + _policy.loosenDelaySeconds;
        _queuedEta[id] = eta;
        emit LoosenQueued(id, change, eta);
    }

    /// @inheritdoc IPolicyCage
    function cancel(bytes32 id) external {
        if (msg.sender != _policy.owner && msg.sender != _policy.guardian) revert Unauthorized(msg.sender);
        if (_queuedEta[id] == 0) revert NotQueued(id);
        delete _queuedEta[id];
        emit LoosenCancelled(id, msg.sender);
    }

    /// @inheritdoc IPolicyCage
    function setMaxDrawdownBps(uint16 maxDrawdownBps) external onlyOwner {
        _checkBps(maxDrawdownBps);
        _change(maxDrawdownBps > _policy.maxDrawdownBps);
        _policy.maxDrawdownBps = maxDrawdownBps;
    }

    /// @inheritdoc IPolicyCage
    function setMaxLossBps(uint16 maxLossBps, uint16 maxStaleExitLossBps) external onlyOwner {
        _checkBps(maxLossBps);
        _checkBps(maxStaleExitLossBps);
        _change(maxLossBps > _policy.maxLossBps || maxStaleExitLossBps > _policy.maxStaleExitLossBps);
        (_policy.maxLossBps, _policy.maxStaleExitLossBps) = (maxLossBps, maxStaleExitLossBps);
    }

    /// @inheritdoc IPolicyCage
    function setMinRebalanceInterval(uint32 intervalSeconds) external onlyOwner {
        _change(intervalSeconds < _policy.minRebalanceIntervalSeconds);
        _policy.minRebalanceIntervalSeconds = intervalSeconds;
    }

    /// @inheritdoc IPolicyCage
    function setWindowSpendCap(uint256 capUsdc) external onlyOwner {
        _change(capUsdc > _policy.windowSpendCapUsdc);
        _policy.windowSpendCapUsdc = capUsdc;
    }

    /// @inheritdoc IPolicyCage
    function setLoosenDelay(uint32 delaySeconds) external onlyOwner {
        if (delaySeconds > MAX_DELAY) revert InvalidConfig();
        _change(delaySeconds < _policy.loosenDelaySeconds);
        _policy.loosenDelaySeconds = delaySeconds;
    }

    /// @inheritdoc IPolicyCage
    function setPositionCap(address token, uint256 capUsdc) external onlyOwner {
        Asset storage asset = _assets[_indexOf(token)];
        _change(capUsdc > asset.capUsdc);
        asset.capUsdc = capUsdc;
    }

    /// @inheritdoc IPolicyCage
    function setFeed(address token, address feed, uint32 maxStalenessSeconds) external onlyOwner {
        Asset storage asset = _assets[_indexOf(token)];
        _change(true);
        uint256 unit = _unitOf(token, feed);
        asset.lastPrice = asset.lastPrice.mulDiv(unit, asset.unit);
        asset.unit = unit;
        (asset.feed, asset.maxStalenessSeconds) = (feed, maxStalenessSeconds);
    }

    /// @inheritdoc IPolicyCage
    function addAsset(AssetConfig calldata asset) external onlyOwner {
        _change(true);
        _addAsset(asset);
    }

    /// @inheritdoc IPolicyCage
    function setTarget(address target, bytes4[] calldata selectors, bool allowed) external onlyOwner {
        _change(allowed);
        for (uint256 i; i < selectors.length; ++i) {
            _setSelector(target, selectors[i], allowed);
        }
    }

    /// @inheritdoc IPolicyCage
    function setRecipient(address recipient, bool allowed) external onlyOwner {
        _change(allowed);
        _setRecipient(recipient, allowed);
    }

    /// @inheritdoc IPolicyCage
    function setOperator(address operator) external onlyOwner {
        _change(operator != address(0));
        _policy.operator = operator;
    }

    /// @inheritdoc IPolicyCage
    function setGuardian(address guardian) external onlyOwner {
        _change(true);
        _policy.guardian = guardian;
    }

    /// @inheritdoc IPolicyCage
    function setOwner(address owner) external onlyOwner {
        if (owner == address(0)) revert InvalidConfig();
        _change(true);
        _policy.owner = owner;
    }

    // ---------------------------------------------------------------- views

    /// @inheritdoc IPolicyCage
    function policy() external view returns (Policy memory) {
        return _policy;
    }

    /// @inheritdoc IPolicyCage
    function assets() external view returns (AssetConfig[] memory list) {
        list = new AssetConfig[](_assets.length);
        for (uint256 i; i < list.length; ++i) {
            Asset storage asset = _assets[i];
            list[i] =
                AssetConfig(asset.token, asset.feed, asset.maxStalenessSeconds, asset.capUsdc, asset.isBase);
        }
    }

    /// @inheritdoc IPolicyCage
    function positions() external view returns (uint256[] memory) {
        return _positions;
    }

    /// @inheritdoc IPolicyCage
    function isTargetAllowed(address target, bytes4 selector) external view returns (bool) {
        return _allowed[target][selector];
    }

    /// @inheritdoc IPolicyCage
    function isTarget(address target) external view returns (bool) {
        return _selectorCount[target] != 0;
    }

    /// @inheritdoc IPolicyCage
    function isRecipient(address account) external view returns (bool) {
        return _recipients[account];
    }

    /// @inheritdoc IPolicyCage
    function positionValueUsdc(address token) external view returns (uint256) {
        uint256 index = _indexOf(token);
        Snapshot memory s = _open();
        if (s.exposure[index] != 0 && !s.fresh[index]) revert PriceUnavailable(token);
        return _value(index, s.exposure[index], s.price[index], Math.Rounding.Ceil);
    }

    /// @inheritdoc IPolicyCage
    function netAssetValueUsdc() external view returns (uint256) {
        return _freshNav(_open());
    }

    /// @inheritdoc IPolicyCage
    function valuePerShare() external view returns (uint256) {
        return ShareMath.valuePerShare(_freshNav(_open()), _totalShares);
    }

    /// @inheritdoc IPolicyCage
    function highWaterMark() external view returns (uint256) {
        return _highWaterMark;
    }

    /// @inheritdoc IPolicyCage
    function drawdownBps() external view returns (uint256) {
        return _drawdown(_freshNav(_open()));
    }

    /// @inheritdoc IPolicyCage
    function lastRebalanceAt() external view returns (uint256) {
        return _lastRebalanceAt;
    }

    /// @inheritdoc IPolicyCage
    function windowSpentUsdc() external view returns (uint256) {
        return _window.spent();
    }

    /// @inheritdoc IPolicyCage
    function paused() external view returns (bool) {
        return _policy.paused;
    }

    /// @inheritdoc IPolicyCage
    function permitUsed(bytes32 permitId) external view returns (bool) {
        return _permitUsed[permitId];
    }

    /// @inheritdoc IPolicyCage
    function totalShares() external view returns (uint256) {
        return _totalShares;
    }

    /// @inheritdoc IPolicyCage
    function queuedEta(bytes32 id) external view returns (uint256) {
        return _queuedEta[id];
    }

    // ---------------------------------------------------------------- calls

    function _checkCalls(Call[] calldata calls)
        private
        view
        returns (bool onlyRevokes, uint256[] memory paid)
    {
        onlyRevokes = true;
        paid = new uint256[](_assets.length);
        for (uint256 i; i < calls.length; ++i) {
            if (!_checkCall(calls[i].target, calls[i].value, calls[i].data, paid)) onlyRevokes = false;
        }
    }

    /// @dev Reverts unless the call is approved. `revokes` says that it can only take authority away. Payments to
    /// recipients are added to `paid`.
    function _checkCall(address target, uint256 value, bytes memory data, uint256[] memory paid)
        private
        view
        returns (bool revokes)
    {
        bytes4 selector = CallData.selector(data);
        if (target == address(this)) revert TargetNotAllowed(target, selector);
        if (value != 0 && _assetIndex[_policy.wrappedNative] == 0) revert NativeNotAllowed();
        if (data.length == 0) {
            if (_recipients[target]) {
                if (value != 0) paid[_assetIndex[_policy.wrappedNative] - 1] += value;
            } else if (_selectorCount[target] == 0) {
                revert RecipientNotAllowed(target);
            }
            return false;
        }
        if (data.length < 4 || selector == CallData.SET_APPROVAL_FOR_ALL) {
            revert TargetNotAllowed(target, selector);
        }
        bool listed = _allowed[target][selector];
        uint256 indexPlusOne = _assetIndex[target];

        // A liquidity position is money: it may not be handed over or approved, whatever the list says.
        if (
            target == _policy.positionManager
                && (selector == CallData.APPROVE
                    || selector == CallData.TRANSFER_FROM
                    || selector == CallData.SAFE_TRANSFER_FROM
                    || selector == CallData.SAFE_TRANSFER_FROM_DATA)
        ) revert TargetNotAllowed(target, selector);

        if (selector == CallData.APPROVE || selector == CallData.INCREASE_ALLOWANCE) {
            if (!listed && (indexPlusOne == 0 || selector != CallData.APPROVE)) {
                revert TargetNotAllowed(target, selector);
            }
            return _checkApproval(target, _arg(target, data, 0), _arg(target, data, 1), UNLIMITED)
                && selector == CallData.APPROVE;
        }
        if (selector == CallData.TRANSFER) {
            if (!listed && indexPlusOne == 0) revert TargetNotAllowed(target, selector);
            address recipient = address(uint160(_arg(target, data, 0)));
            if (!_recipients[recipient]) revert RecipientNotAllowed(recipient);
            if (indexPlusOne != 0) paid[indexPlusOne - 1] += _arg(target, data, 1);
            return false;
        }
        if (target == PERMIT2) {
            if (
                selector == CallData.PERMIT2_LOCKDOWN || selector == CallData.PERMIT2_INVALIDATE_NONCES
                    || selector == CallData.PERMIT2_INVALIDATE_UNORDERED
            ) return true;
            if (selector == CallData.PERMIT2_APPROVE) {
                uint256 amount = _arg(target, data, 2);
                if (!listed && amount != 0) revert TargetNotAllowed(target, selector);
                address token = address(uint160(_arg(target, data, 0)));
                if (amount != 0 && _assetIndex[token] == 0) revert AssetNotAllowed(token);
                return _checkApproval(token, _arg(target, data, 1), amount, UNLIMITED_PERMIT2);
            }
        }
        if (!listed) revert TargetNotAllowed(target, selector);
        if (CallData.isMulticall(selector)) {
            bytes[] memory inner = CallData.inner(data);
            for (uint256 i; i < inner.length; ++i) {
                // The cage learns a position's id from what `mint` returns, which a bundle would hide.
                if (
                    target == _policy.positionManager && CallData.selector(inner[i]) == CallData.POSITION_MINT
                ) {
                    revert TargetNotAllowed(target, CallData.POSITION_MINT);
                }
                _checkCall(target, 0, inner[i], new uint256[](paid.length));
            }
        }
    }

    function _checkApproval(address token, uint256 spenderWord, uint256 amount, uint256 unlimited)
        private
        view
        returns (bool revokes)
    {
        if (amount == 0) return true;
        address spender = address(uint160(spenderWord));
        if (amount >= unlimited) revert UnlimitedApproval(token, spender, amount);
        if (_selectorCount[spender] == 0) revert SpenderNotAllowed(token, spender);
    }

    function _arg(address target, bytes memory data, uint256 index) private pure returns (uint256 value) {
        bool ok;
        (ok, value) = CallData.word(data, index);
        if (!ok) revert MalformedCall(target, CallData.selector(data));
    }

    /// @dev Runs the calls and sums up, asset by asset, what left the cage in each: bundling hides nothing.
    function _run(Call[] calldata calls, Snapshot memory start)
        private
        returns (bytes[] memory results, uint256[] memory gross)
    {
        uint256 count = start.wallet.length;
        address manager = _policy.positionManager;
        results = new bytes[](calls.length);
        gross = new uint256[](count);
        uint256[] memory last = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            last[i] = start.wallet[i];
        }
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory result) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (!ok) revert CallFailed(i, result);
            _checkAnswer(i, calls[i].target, CallData.selector(calls[i].data), result);
            results[i] = result;
            for (uint256 j; j < count; ++j) {
                uint256 current = _wallet(j);
                if (current < last[j]) gross[j] += last[j] - current;
                last[j] = current;
            }
            if (calls[i].target == manager && CallData.selector(calls[i].data) == CallData.POSITION_MINT) {
                _track(manager, abi.decode(result, (uint256)));
            }
        }
    }

    /// @dev Some tokens say `false` where others revert; a payment that did not happen must not count as one.
    function _checkAnswer(uint256 index, address target, bytes4 selector, bytes memory result) private view {
        if (selector != CallData.TRANSFER && selector != CallData.APPROVE) return;
        if (_assetIndex[target] == 0 || result.length < 32) return;
        if (abi.decode(result, (uint256)) == 0) revert CallFailed(index, result);
    }

    function _track(address manager, uint256 tokenId) private {
        if (IPositionManager(manager).ownerOf(tokenId) != address(this)) return;
        if (_positions.length == MAX_POSITIONS) revert TooManyPositions(MAX_POSITIONS + 1, MAX_POSITIONS);
        _positions.push(tokenId);
    }

    // ---------------------------------------------------------------- measuring

    function _open() private view returns (Snapshot memory s) {
        uint256 count = _assets.length;
        s.price = new uint256[](count);
        s.fresh = new bool[](count);
        s.wallet = new uint256[](count);
        s.counted = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            Asset storage asset = _assets[i];
            (s.price[i], s.fresh[i]) = PriceReader.read(asset.feed, asset.maxStalenessSeconds);
            if (!s.fresh[i]) s.price[i] = asset.lastPrice;
            s.wallet[i] = _wallet(i);
            s.counted[i] = Carry.open(asset.counted, s.wallet[i]);
        }
        _addPositions(s, s, true);
    }

    /// @dev Measures again at the prices of `start`.
    function _close(Snapshot memory start) private view returns (Snapshot memory s) {
        uint256 count = start.wallet.length;
        s.price = start.price;
        s.fresh = start.fresh;
        s.wallet = new uint256[](count);
        s.counted = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            s.wallet[i] = _wallet(i);
            s.counted[i] = Carry.close(start.counted[i], start.wallet[i], s.wallet[i]);
        }
        _addPositions(s, start, false);
    }

    /// @dev Fills in liquidity, `held` and `exposure`. Without `opening`, counted liquidity is carried over from
    /// `start`, whose ids are a prefix of this snapshot's.
    function _addPositions(Snapshot memory s, Snapshot memory start, bool opening) private view {
        uint256 count = s.wallet.length;
        s.held = new uint256[](count);
        s.exposure = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            s.held[i] = s.wallet[i];
            s.exposure[i] = s.counted[i];
        }
        s.ids = _positions;
        count = s.ids.length;
        s.live = new bool[](count);
        s.liquidity = new uint256[](count);
        s.countedLiquidity = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            Position memory p = _position(s.ids[i]);
            s.live[i] = p.liquidity != 0 || p.owed0 != 0 || p.owed1 != 0;
            s.liquidity[i] = p.liquidity;
            s.countedLiquidity[i] = opening
                ? Carry.open(_countedLiquidity[s.ids[i]], p.liquidity)
                : i < start.ids.length
                    ? Carry.close(start.countedLiquidity[i], start.liquidity[i], p.liquidity)
                    : p.liquidity;
            _addPosition(s, p, s.countedLiquidity[i]);
        }
    }

    function _addPosition(Snapshot memory s, Position memory p, uint256 counted) private view {
        uint256 index0 = _assetIndex[p.token0];
        uint256 index1 = _assetIndex[p.token1];
        uint160 price = LpExposure.sqrtPriceX96(
            index0 == 0 ? 0 : s.price[index0 - 1],
            index0 == 0 ? 1 : _assets[index0 - 1].unit,
            index1 == 0 ? 0 : s.price[index1 - 1],
            index1 == 0 ? 1 : _assets[index1 - 1].unit
        );
        (uint256 amount0, uint256 amount1) =
            LpExposure.amounts(price, p.tickLower, p.tickUpper, uint128(p.liquidity));
        (uint256 counted0, uint256 counted1) =
            LpExposure.amounts(price, p.tickLower, p.tickUpper, uint128(counted));
        if (index0 != 0) {
            s.held[index0 - 1] += amount0 + p.owed0;
            s.exposure[index0 - 1] += counted0 + p.owed0;
        }
        if (index1 != 0) {
            s.held[index1 - 1] += amount1 + p.owed1;
            s.exposure[index1 - 1] += counted1 + p.owed1;
        }
    }

    /// @dev A burned position reads as an empty one.
    function _position(uint256 tokenId) private view returns (Position memory p) {
        (bool ok, bytes memory data) = BoundedRead.read(
            _policy.positionManager, abi.encodeCall(IPositionManager.positions, (tokenId)), 12
        );
        if (!ok) return p;
        (,, p.token0, p.token1,, p.tickLower, p.tickUpper, p.liquidity,,, p.owed0, p.owed1) = abi.decode(
            data,
            (
                uint256,
                address,
                address,
                address,
                uint24,
                int24,
                int24,
                uint128,
                uint256,
                uint256,
                uint128,
                uint128
            )
        );
    }

    /// @dev Actual balance; native currency counts as wrapped. A token whose balance cannot be read is worth 0.
    function _wallet(uint256 index) private view returns (uint256 balance) {
        address token = _assets[index].token;
        (, balance) = BoundedRead.readUint(token, abi.encodeCall(IERC20.balanceOf, (address(this))));
        if (token == _policy.wrappedNative) balance += address(this).balance;
    }

    // ---------------------------------------------------------------- judging

    function _tally(Snapshot memory start, Snapshot memory end, uint256[] memory gross, uint256[] memory paid)
        private
        view
        returns (Tally memory t)
    {
        t.maxLossUsdc = DUST_USDC;
        for (uint256 i; i < gross.length; ++i) {
            _tallyAsset(t, i, start, end, gross[i]);
            if (paid[i] != 0) {
                t.paid = true;
                t.maxLossUsdc += _value(i, paid[i], start.price[i], Math.Rounding.Ceil);
            }
        }
        for (uint256 i; i < end.ids.length; ++i) {
            uint256 before = i < start.ids.length ? start.liquidity[i] : 0;
            if (end.liquidity[i] != before) t.moved = true;
            if (end.liquidity[i] > before) t.liquidityUp = true;
        }
    }

    function _tallyAsset(Tally memory t, uint256 i, Snapshot memory start, Snapshot memory end, uint256 gross)
        private
        view
    {
        bool isBase = _assets[i].isBase;
        uint256 price = start.price[i];
        uint256 down = start.held[i].saturatingSub(end.held[i]);
        uint256 up = end.held[i].saturatingSub(start.held[i]);
        bool moved = down != 0 || up != 0 || gross != 0 || start.wallet[i] != end.wallet[i];
        if (moved) t.moved = true;
        if (gross != 0) {
            t.anyOut = true;
            if (isBase) t.baseOut = true;
        }
        if (up != 0 && !isBase) t.riskUp = true;
        // Something that never had a price cannot be shown to leave at a fair one.
        if (down != 0 && price == 0) revert PriceUnavailable(_assets[i].token);
        if (!start.fresh[i] && (moved || start.exposure[i] != 0)) t.stale = _assets[i].token;

        t.outflowUsdc += _value(i, Math.max(gross, down), price, Math.Rounding.Ceil);
        t.downUsdc += _value(i, down, price, Math.Rounding.Ceil);
        t.upUsdc += _value(i, up, price, Math.Rounding.Floor);
        uint256 uncertain = Math.max(down, start.wallet[i].saturatingSub(end.wallet[i]));
        uint256 lossBps = _policy.maxLossBps;
        if (!start.fresh[i]) {
            // What comes in without a fresh price may be worth that much more than it seems.
            uncertain += up;
            lossBps = _policy.maxStaleExitLossBps;
        }
        t.maxLossUsdc += _value(i, uncertain, price, Math.Rounding.Floor) * lossBps / BPS;
    }

    /// @dev Names the effect and applies the rules to it.
    function _judge(Tally memory t, bool onlyRevokes, Snapshot memory start, Snapshot memory end)
        private
        returns (Effect effect, uint256 lossUsdc)
    {
        if (!t.moved) {
            if (_policy.paused && !onlyRevokes) revert CagePaused();
            return (Effect.Idle, 0);
        }
        bool isExit = !t.liquidityUp && !t.baseOut && !t.paid && (!t.riskUp || !t.anyOut);
        if (!isExit) {
            if (_policy.paused) revert CagePaused();
            if (t.stale != address(0)) revert PriceUnavailable(t.stale);
        }

        lossUsdc = t.downUsdc.saturatingSub(t.upUsdc);
        if (lossUsdc > t.maxLossUsdc) revert ValueLossExceeded(lossUsdc, t.maxLossUsdc);

        uint256 spent = _window.spent();
        uint256 cap = _policy.windowSpendCapUsdc;
        if (isExit) {
            _window.add(Math.min(t.outflowUsdc, cap.saturatingSub(spent)));
            return (Effect.Exit, lossUsdc);
        }
        _checkDrawdown(start);
        _checkDrawdown(end);
        effect = Effect.Spend;
        if (t.riskUp || t.liquidityUp) {
            effect = Effect.Risk;
            uint256 earliest = _lastRebalanceAt + _policy.minRebalanceIntervalSeconds;
            if (_lastRebalanceAt != 0 && block.timestamp < earliest) {
                revert RebalanceTooSoon(block.timestamp, earliest);
            }
            _lastRebalanceAt = block.timestamp;
        }
        for (uint256 i; i < end.exposure.length; ++i) {
            if (end.exposure[i] <= start.exposure[i]) continue;
            uint256 valueUsdc = _value(i, end.exposure[i], end.price[i], Math.Rounding.Ceil);
            if (valueUsdc > _assets[i].capUsdc) {
                revert PositionCapExceeded(_assets[i].token, valueUsdc, _assets[i].capUsdc);
            }
        }
        if (spent.saturatingAdd(t.outflowUsdc) > cap) {
            revert WindowSpendExceeded(spent.saturatingAdd(t.outflowUsdc), cap);
        }
        _window.add(t.outflowUsdc);
    }

    function _checkDrawdown(Snapshot memory s) private view {
        (uint256 navUsdc,) = _nav(s);
        uint256 bps = _drawdown(navUsdc);
        if (bps > _policy.maxDrawdownBps) revert DrawdownExceeded(bps, _policy.maxDrawdownBps);
    }

    // ---------------------------------------------------------------- books and shares

    /// @dev Value of all exposure, rounded down, and an asset held without a fresh price (or zero).
    function _nav(Snapshot memory s) private view returns (uint256 navUsdc, address stale) {
        for (uint256 i; i < s.exposure.length; ++i) {
            if (s.exposure[i] == 0) continue;
            if (!s.fresh[i]) stale = _assets[i].token;
            navUsdc += _value(i, s.exposure[i], s.price[i], Math.Rounding.Floor);
        }
    }

    function _freshNav(Snapshot memory s) private view returns (uint256 navUsdc) {
        address stale;
        (navUsdc, stale) = _nav(s);
        if (stale != address(0)) revert PriceUnavailable(stale);
    }

    function _value(uint256 index, uint256 amount, uint256 price, Math.Rounding rounding)
        private
        view
        returns (uint256)
    {
        return PriceReader.value(amount, price, _assets[index].unit, rounding);
    }

    function _drawdown(uint256 navUsdc) private view returns (uint256) {
        if (_totalShares == 0) return 0;
        return ShareMath.drawdownBps(ShareMath.valuePerShare(navUsdc, _totalShares), _highWaterMark);
    }

    function _raiseHighWaterMark(Snapshot memory s) private {
        (uint256 navUsdc, address stale) = _nav(s);
        if (stale != address(0)) return;
        uint256 price = ShareMath.valuePerShare(navUsdc, _totalShares);
        if (price > _highWaterMark) _highWaterMark = price;
    }

    function _book(Snapshot memory s) private {
        for (uint256 i; i < s.counted.length; ++i) {
            Asset storage asset = _assets[i];
            if (asset.counted != s.counted[i]) asset.counted = s.counted[i];
            if (s.fresh[i] && asset.lastPrice != s.price[i]) asset.lastPrice = s.price[i];
        }
        for (uint256 i = s.ids.length; i > 0; --i) {
            if (s.live[i - 1]) _countedLiquidity[s.ids[i - 1]] = s.countedLiquidity[i - 1];
            else _untrack(i - 1);
        }
    }

    function _untrack(uint256 index) private {
        delete _countedLiquidity[_positions[index]];
        _positions[index] = _positions[_positions.length - 1];
        _positions.pop();
    }

    function _mint(Snapshot memory s, uint256 index, uint256 amount) private returns (uint256 shares) {
        uint256 navUsdc = _freshNav(s);
        if (!s.fresh[index]) revert PriceUnavailable(_assets[index].token);
        if (navUsdc == 0 && _totalShares != 0) revert NothingToShare();
        uint256 valueUsdc = _value(index, amount, s.price[index], Math.Rounding.Floor);
        shares = ShareMath.toMint(valueUsdc, navUsdc, _totalShares, _lastValuePerShare);
        _totalShares += shares;
        s.counted[index] += amount;
        _book(s);
    }

    function _burn(uint256 navUsdc, uint256 valueUsdc) private returns (uint256 shares) {
        if (valueUsdc == 0 || _totalShares == 0) return 0;
        shares = ShareMath.toBurn(valueUsdc, navUsdc, _totalShares);
        if (shares == _totalShares) _lastValuePerShare = ShareMath.valuePerShare(navUsdc, _totalShares);
        _totalShares -= shares;
    }

    // ---------------------------------------------------------------- policy

    /// @dev A loosening must have been queued, be due and not be older than its grace period.
    function _change(bool loosens) private {
        if (loosens) {
            bytes32 id = keccak256(msg.data);
            uint256 eta = _queuedEta[id];
            if (eta == 0) revert NotQueued(id);
            if (block.timestamp < eta || block.timestamp > eta + GRACE) {
                revert TimelockNotReady(block.timestamp, eta);
            }
            delete _queuedEta[id];
        }
        emit PolicyChanged(msg.data, loosens);
    }

    function _addAsset(AssetConfig memory config) private {
        if (config.token == address(0) || config.token == NATIVE || _assetIndex[config.token] != 0) {
            revert InvalidConfig();
        }
        if (_assets.length == MAX_ASSETS) revert TooManyAssets(MAX_ASSETS + 1, MAX_ASSETS);
        _assets.push(
            Asset({
                token: config.token,
                isBase: config.isBase,
                maxStalenessSeconds: config.maxStalenessSeconds,
                feed: config.feed,
                unit: _unitOf(config.token, config.feed),
                capUsdc: config.capUsdc,
                counted: 0,
                lastPrice: 0
            })
        );
        _assetIndex[config.token] = _assets.length;
    }

    function _unitOf(address token, address feed) private view returns (uint256) {
        uint256 tokenDecimals = IERC20Metadata(token).decimals();
        uint256 feedDecimals = IPriceFeed(feed).decimals();
        if (tokenDecimals > 18 || feedDecimals > 18) revert InvalidConfig();
        return 10 ** (tokenDecimals + feedDecimals);
    }

    function _setSelector(address target, bytes4 selector, bool allowed) private {
        if (target == address(0) || target == address(this)) revert InvalidConfig();
        if (_allowed[target][selector] == allowed) return;
        _allowed[target][selector] = allowed;
        if (allowed) _selectorCount[target] += 1;
        else _selectorCount[target] -= 1;
    }

    function _setRecipient(address recipient, bool allowed) private {
        if (recipient == address(0) || recipient == address(this)) revert InvalidConfig();
        _recipients[recipient] = allowed;
    }

    function _checkBps(uint256 bps) private pure {
        if (bps > BPS) revert InvalidConfig();
    }

    function _indexOf(address token) private view returns (uint256) {
        uint256 indexPlusOne = _assetIndex[token];
        if (indexPlusOne == 0) revert AssetNotAllowed(token);
        return indexPlusOne - 1;
    }
}
