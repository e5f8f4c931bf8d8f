// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {IPositionReader} from "../interfaces/IPositionReader.sol";
import {IPriceFeed} from "../interfaces/IPriceFeed.sol";
import {Lot} from "../interfaces/Position.sol";
import {CageState} from "./CageState.sol";
import {Measuring} from "./Measuring.sol";

/// @title PolicyChanges
/// @notice What the owner may change: tightening at once, loosening after the timelock.
/// @dev Linked into the cage, which would not fit into 24 576 bytes otherwise. The cage checks the
/// caller, and hands over the calldata of its own functions only, whose arguments the compiler has checked.
library PolicyChanges {
    using CageState for CageState.State;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_ASSETS = 24;
    uint256 private constant MAX_DELAY = 30 days;
    uint256 private constant GRACE = 14 days;
    /// @dev What the owner waits longer when the guardian dropped its own replacement, or an unpause.
    uint256 private constant OVERRIDE_DELAY = 7 days;

    /// @notice Queues a loosening.
    function queue(CageState.State storage self, bytes calldata change) external returns (bytes32 id) {
        id = keccak256(change);
        CageState.Loosening storage waiting = self.queued[id];
        uint256 eta = block.timestamp + self.rules.loosenDelaySeconds;
        if (waiting.isVetoed) eta += OVERRIDE_DELAY;
        waiting.eta = uint64(eta);
        bytes4 selector = bytes4(change);
        waiting.isVetoable =
            selector == IPolicyCage.setGuardian.selector || selector == IPolicyCage.unpause.selector;
        emit IPolicyCage.LoosenQueued(id, change, eta);
    }

    /// @notice Drops a queued loosening.
    function cancel(CageState.State storage self, bytes32 id) external {
        bool isOwner = msg.sender == self.rules.owner;
        if (!isOwner && msg.sender != self.rules.guardian) revert ICageErrors.Unauthorized(msg.sender);
        CageState.Loosening storage waiting = self.queued[id];
        if (waiting.eta == 0) revert ICageErrors.NotQueued(id);
        if (!isOwner) {
            if (waiting.isVetoed) revert ICageErrors.VetoUsed(id);
            waiting.isVetoed = waiting.isVetoable;
        }
        waiting.eta = 0;
        emit IPolicyCage.LoosenCancelled(id, msg.sender);
    }

    /// @notice Applies the calldata of one of the cage's owner functions.
    function apply_(CageState.State storage self, address wrappedNative, bytes calldata change) external {
        bool loosens = _set(self, wrappedNative, bytes4(change), change[4:]);
        if (loosens) _consume(self, keccak256(change));
        emit IPolicyCage.PolicyChanged(change, loosens);
    }

    /// @notice Checks and stores what the constructor takes.
    function initialize(CageState.State storage self, IPolicyCage.CageConfig memory config) internal {
        if (config.owner == address(0) || config.loosenDelaySeconds > MAX_DELAY) {
            revert ICageErrors.InvalidConfig();
        }
        _checkBps(config.maxDrawdownBps);
        _checkBps(config.maxLossBps);
        _checkBps(config.maxStaleExitLossBps);
        self.rules = CageState.Rules({
            operator: config.operator,
            maxDrawdownBps: config.maxDrawdownBps,
            maxLossBps: config.maxLossBps,
            maxStaleExitLossBps: config.maxStaleExitLossBps,
            minRebalanceIntervalSeconds: config.minRebalanceIntervalSeconds,
            paused: false,
            windowSpendCapUsdc: CageState.clamp(config.windowSpendCapUsdc),
            windowLossCapUsdc: CageState.clamp(config.windowLossCapUsdc),
            owner: config.owner,
            loosenDelaySeconds: config.loosenDelaySeconds,
            minHealth: config.minHealth,
            guardian: config.guardian,
            hotLaneUsdc: CageState.clampLane(config.hotLaneUsdc)
        });
        for (uint256 i; i < config.assets.length; ++i) {
            addAsset(self, config.wrappedNative, config.assets[i]);
        }
        for (uint256 i; i < config.targets.length; ++i) {
            IPolicyCage.TargetConfig memory target = config.targets[i];
            approveTarget(self, target.target, target.selectors, target.checker, target.reader);
        }
        for (uint256 i; i < config.places.length; ++i) {
            self.places[config.places[i]] = true;
        }
        for (uint256 i; i < config.schemes.length; ++i) {
            setScheme(self, config.schemes[i], true);
        }
        for (uint256 i; i < config.recipients.length; ++i) {
            setRecipient(self, config.recipients[i], true);
        }
    }

    /// @notice Approves an asset with a feed. What lies there of it already arrived unasked.
    function addAsset(
        CageState.State storage self,
        address wrappedNative,
        IPolicyCage.AssetConfig memory config
    ) internal {
        CageState.Asset memory asset;
        asset.token = config.token;
        asset.maxStalenessSeconds = config.maxStalenessSeconds;
        asset.isBase = config.isBase;
        asset.scale = _scaleOf(config.token, config.feed);
        asset.feed = config.feed;
        asset.capCents = CageState.toCents(config.capUsdc);
        _register(self, wrappedNative, asset);
    }

    /// @notice Approves selectors of a target, and whose rules and reader go with all of its calls.
    function approveTarget(
        CageState.State storage self,
        address target,
        bytes4[] memory selectors,
        IPolicyCage.Code memory checker,
        IPolicyCage.Code memory reader
    ) internal {
        if (target == address(0) || target == address(this)) {
            revert ICageErrors.InvalidConfig();
        }
        CageState.Target storage kept = self.targets[target];
        // What a reader counted would be forgotten: `setReader` replaces one.
        if (kept.reader != address(0) && kept.reader != reader.at) revert ICageErrors.InvalidConfig();
        _trust(self, checker);
        _trust(self, reader);
        (kept.checker, kept.reader) = (checker.at, reader.at);
        for (uint256 i; i < selectors.length; ++i) {
            if (self.allowed[target][selectors[i]]) continue;
            self.allowed[target][selectors[i]] = true;
            kept.selectors += 1;
        }
    }

    /// @notice Approves or removes a signature scheme.
    function setScheme(CageState.State storage self, IPolicyCage.Code memory scheme, bool allowed) internal {
        if (scheme.at == address(0)) revert ICageErrors.InvalidConfig();
        if (allowed) _trust(self, scheme);
        CageState.Target storage kept = self.targets[scheme.at];
        kept.isScheme = allowed;
        if (!allowed) kept.silencedAt = uint40(block.timestamp);
    }

    /// @notice Approves or removes a recipient.
    function setRecipient(CageState.State storage self, address recipient, bool allowed) internal {
        if (recipient == address(0) || recipient == address(this)) revert ICageErrors.InvalidConfig();
        self.recipients[recipient] = allowed;
    }

    /// @dev Makes the change and says whether it is a loosening.
    function _set(CageState.State storage self, address wrappedNative, bytes4 selector, bytes calldata args)
        private
        returns (bool loosens)
    {
        if (selector == IPolicyCage.setPositionCap.selector) return _setPositionCap(self, args);
        if (selector == IPolicyCage.setTarget.selector) {
            (
                address target,
                bytes4[] memory selectors,
                IPolicyCage.Code memory checker,
                IPolicyCage.Code memory reader
            ) = abi.decode(args, (address, bytes4[], IPolicyCage.Code, IPolicyCage.Code));
            approveTarget(self, target, selectors, checker, reader);
            return true;
        }
        if (selector == IPolicyCage.removeSelectors.selector) return _removeSelectors(self, args);
        if (selector == IPolicyCage.setPlace.selector) return _setPlace(self, args);
        if (selector == IPolicyCage.setReader.selector) return _setReader(self, args);
        if (selector == IPolicyCage.setScheme.selector) {
            (IPolicyCage.Code memory scheme, bool allowed) = abi.decode(args, (IPolicyCage.Code, bool));
            setScheme(self, scheme, allowed);
            return allowed;
        }
        if (selector == IPolicyCage.setRecipient.selector) return _setRecipient(self, args);
        if (selector == IPolicyCage.setFeed.selector) return _setFeed(self, args);
        if (selector == IPolicyCage.addAsset.selector) {
            addAsset(self, wrappedNative, abi.decode(args, (IPolicyCage.AssetConfig)));
            return true;
        }
        return _setRule(self.rules, selector, args);
    }

    function _setRule(CageState.Rules storage rules, bytes4 selector, bytes calldata args)
        private
        returns (bool loosens)
    {
        if (selector == IPolicyCage.unpause.selector) {
            rules.paused = false;
            emit IPolicyCage.Unpaused();
            return true;
        }
        if (selector == IPolicyCage.setMaxLossBps.selector) return _setMaxLossBps(rules, args);
        uint256 value = abi.decode(args, (uint256));
        if (selector == IPolicyCage.setMaxDrawdownBps.selector) {
            _checkBps(value);
            loosens = value > rules.maxDrawdownBps;
            rules.maxDrawdownBps = uint16(value);
        }
        if (selector == IPolicyCage.setMinRebalanceInterval.selector) {
            loosens = value < rules.minRebalanceIntervalSeconds;
            rules.minRebalanceIntervalSeconds = SafeCast.toUint32(value);
        }
        if (selector == IPolicyCage.setWindowSpendCap.selector) {
            uint128 cap = CageState.clamp(value);
            loosens = cap > rules.windowSpendCapUsdc;
            rules.windowSpendCapUsdc = cap;
        }
        if (selector == IPolicyCage.setWindowLossCap.selector) {
            uint128 cap = CageState.clamp(value);
            loosens = cap > rules.windowLossCapUsdc;
            rules.windowLossCapUsdc = cap;
        }
        if (selector == IPolicyCage.setHotLane.selector) {
            uint96 lane = CageState.clampLane(value);
            loosens = lane > rules.hotLaneUsdc;
            rules.hotLaneUsdc = lane;
        }
        if (selector == IPolicyCage.setLoosenDelay.selector) {
            if (value > MAX_DELAY) revert ICageErrors.InvalidConfig();
            loosens = value < rules.loosenDelaySeconds;
            rules.loosenDelaySeconds = uint32(value);
        }
        if (selector == IPolicyCage.setMinHealth.selector) {
            loosens = value < rules.minHealth;
            rules.minHealth = SafeCast.toUint64(value);
        }
        if (selector == IPolicyCage.setOperator.selector) {
            loosens = value != 0;
            rules.operator = address(uint160(value));
        }
        if (selector == IPolicyCage.setGuardian.selector) {
            loosens = true;
            rules.guardian = address(uint160(value));
        }
        if (selector == IPolicyCage.setOwner.selector) {
            if (value == 0) revert ICageErrors.InvalidConfig();
            loosens = true;
            rules.owner = address(uint160(value));
        }
    }

    function _setMaxLossBps(CageState.Rules storage rules, bytes calldata args)
        private
        returns (bool loosens)
    {
        (uint16 bps, uint16 staleBps) = abi.decode(args, (uint16, uint16));
        _checkBps(bps);
        _checkBps(staleBps);
        loosens = bps > rules.maxLossBps || staleBps > rules.maxStaleExitLossBps;
        (rules.maxLossBps, rules.maxStaleExitLossBps) = (bps, staleBps);
    }

    function _setPositionCap(CageState.State storage self, bytes calldata args)
        private
        returns (bool loosens)
    {
        (address token, uint256 capUsdc) = abi.decode(args, (address, uint256));
        CageState.Asset storage asset = self.assets[self.indexOf(token)];
        uint48 cap = CageState.toCents(capUsdc);
        loosens = cap > asset.capCents;
        asset.capCents = cap;
    }

    function _removeSelectors(CageState.State storage self, bytes calldata args)
        private
        returns (bool loosens)
    {
        (address target, bytes4[] memory selectors) = abi.decode(args, (address, bytes4[]));
        for (uint256 i; i < selectors.length; ++i) {
            if (!self.allowed[target][selectors[i]]) continue;
            self.allowed[target][selectors[i]] = false;
            self.targets[target].selectors -= 1;
        }
        return false;
    }

    function _setPlace(CageState.State storage self, bytes calldata args) private returns (bool allowed) {
        bytes32 place;
        (place, allowed) = abi.decode(args, (bytes32, bool));
        self.places[place] = allowed;
    }

    /// @dev The targets that a reader goes with are named, since no list of them is kept.
    function _setReader(CageState.State storage self, bytes calldata args) private returns (bool loosens) {
        (address old, IPolicyCage.Code memory reader, address[] memory targets) =
            abi.decode(args, (address, IPolicyCage.Code, address[]));
        if (reader.at == address(0)) revert ICageErrors.InvalidConfig();
        _trust(self, reader);
        for (uint256 i; i < targets.length; ++i) {
            if (self.targets[targets[i]].reader != old) revert ICageErrors.InvalidConfig();
            self.targets[targets[i]].reader = reader.at;
        }
        for (uint256 i; i < self.positions.length; ++i) {
            CageState.Position storage kept = self.positions[i];
            if (kept.reader != old) continue;
            if (keccak256(_report(old, kept.key)) != keccak256(_report(reader.at, kept.key))) {
                revert ICageErrors.ReadersDiffer(kept.key);
            }
            kept.reader = reader.at;
        }
        // A target that was not named must not go on counting with it.
        if (old != reader.at) delete self.codeHash[old];
        return true;
    }

    /// @dev All that a reader says of a position, at a price of one for every token.
    function _report(address reader, bytes32 key) private view returns (bytes memory) {
        address[] memory tokens = IPositionReader(reader).tokens(key);
        uint256[] memory prices = new uint256[](tokens.length);
        for (uint256 i; i < prices.length; ++i) {
            prices[i] = 1e30;
        }
        (bytes32 place, uint256 health, Lot[] memory lots) =
            IPositionReader(reader).holdings(address(this), key, prices);
        return abi.encode(tokens, place, health, lots);
    }

    /// @dev Approved is the code, not the address.
    function _trust(CageState.State storage self, IPolicyCage.Code memory code) private {
        if (code.at == address(0)) return;
        if (code.at.code.length == 0 || code.at.codehash != code.hash) {
            revert ICageErrors.CodeNotAllowed(code.at, code.at.codehash);
        }
        self.codeHash[code.at] = code.hash;
    }

    function _setRecipient(CageState.State storage self, bytes calldata args) private returns (bool allowed) {
        address recipient;
        (recipient, allowed) = abi.decode(args, (address, bool));
        setRecipient(self, recipient, allowed);
    }

    function _setFeed(CageState.State storage self, bytes calldata args) private returns (bool loosens) {
        (address token, address feed, uint32 maxStalenessSeconds) =
            abi.decode(args, (address, address, uint32));
        CageState.Asset storage asset = self.assets[self.indexOf(token)];
        uint8 scale = _scaleOf(token, feed);
        asset.lastPrice = SafeCast.toUint96(Math.mulDiv(asset.lastPrice, 10 ** scale, 10 ** asset.scale));
        asset.scale = scale;
        (asset.feed, asset.maxStalenessSeconds) = (feed, maxStalenessSeconds);
        return true;
    }

    /// @dev A loosening must have been queued, be due and not be older than its grace period.
    function _consume(CageState.State storage self, bytes32 id) private {
        uint256 eta = self.queued[id].eta;
        if (eta == 0) revert ICageErrors.NotQueued(id);
        if (block.timestamp < eta || block.timestamp > eta + GRACE) {
            revert ICageErrors.TimelockNotReady(block.timestamp, eta);
        }
        delete self.queued[id];
    }

    function _register(CageState.State storage self, address wrappedNative, CageState.Asset memory asset)
        private
    {
        if (asset.token == address(0) || asset.token == NATIVE || self.assetIndex[asset.token] != 0) {
            revert ICageErrors.InvalidConfig();
        }
        if (self.assets.length == MAX_ASSETS) revert ICageErrors.TooManyAssets(MAX_ASSETS + 1, MAX_ASSETS);
        (bool ok, uint256 balance) = Measuring.readBalance(asset.token, wrappedNative);
        if (!ok) revert ICageErrors.BalanceUnreadable(asset.token);
        asset.spare = CageState.clamp(balance);
        self.assets.push(asset);
        self.assetIndex[asset.token] = self.assets.length;
    }

    function _scaleOf(address token, address feed) private view returns (uint8) {
        uint8 tokenDecimals = IERC20Metadata(token).decimals();
        uint8 feedDecimals = IPriceFeed(feed).decimals();
        if (tokenDecimals > 18 || feedDecimals > 18) revert ICageErrors.InvalidConfig();
        return tokenDecimals + feedDecimals;
    }

    function _checkBps(uint256 bps) private pure {
        if (bps > BPS) revert ICageErrors.InvalidConfig();
    }
}
