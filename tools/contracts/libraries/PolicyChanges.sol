// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {IPeggedReceipt} from "../interfaces/IPeggedReceipt.sol";
import {IPriceFeed} from "../interfaces/IPriceFeed.sol";
import {CageState} from "./CageState.sol";
import {RateGuard} from "./RateGuard.sol";

/// @title PolicyChanges
/// @notice What the owner may change: tightening at once, loosening after the timelock.
/// @dev Linked into the cage, which would not fit into 24 576 bytes otherwise. The cage checks the caller.
library PolicyChanges {
    using CageState for CageState.State;
    using RateGuard for RateGuard.State;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_ASSETS = 24;
    uint256 private constant MAX_DELAY = 30 days;
    uint256 private constant GRACE = 14 days;

    /// @notice Applies the calldata of one of the cage's owner functions.
    function apply_(CageState.State storage self, bytes calldata change) external {
        CageState.Rules storage rules = self.rules;
        bytes4 selector = bytes4(change);
        bytes calldata args = change[4:];
        bool loosens = true;
        if (selector == IPolicyCage.setMaxDrawdownBps.selector) {
            uint16 bps = abi.decode(args, (uint16));
            _checkBps(bps);
            loosens = bps > rules.maxDrawdownBps;
            rules.maxDrawdownBps = bps;
        } else if (selector == IPolicyCage.setMaxLossBps.selector) {
            (uint16 bps, uint16 staleBps) = abi.decode(args, (uint16, uint16));
            _checkBps(bps);
            _checkBps(staleBps);
            loosens = bps > rules.maxLossBps || staleBps > rules.maxStaleExitLossBps;
            (rules.maxLossBps, rules.maxStaleExitLossBps) = (bps, staleBps);
        } else if (selector == IPolicyCage.setMinRebalanceInterval.selector) {
            uint32 interval = abi.decode(args, (uint32));
            loosens = interval < rules.minRebalanceIntervalSeconds;
            rules.minRebalanceIntervalSeconds = interval;
        } else if (selector == IPolicyCage.setWindowSpendCap.selector) {
            uint128 cap = CageState.clamp(abi.decode(args, (uint256)));
            loosens = cap > rules.windowSpendCapUsdc;
            rules.windowSpendCapUsdc = cap;
        } else if (selector == IPolicyCage.setWindowLossCap.selector) {
            uint128 cap = CageState.clamp(abi.decode(args, (uint256)));
            loosens = cap > rules.windowLossCapUsdc;
            rules.windowLossCapUsdc = cap;
        } else if (selector == IPolicyCage.setLoosenDelay.selector) {
            uint32 delay = abi.decode(args, (uint32));
            if (delay > MAX_DELAY) revert IPolicyCage.InvalidConfig();
            loosens = delay < rules.loosenDelaySeconds;
            rules.loosenDelaySeconds = delay;
        } else if (selector == IPolicyCage.setPositionCap.selector) {
            (address token, uint256 capUsdc) = abi.decode(args, (address, uint256));
            CageState.Asset storage asset = self.assets[self.pricedIndexOf(token)];
            uint128 cap = CageState.clamp(capUsdc);
            loosens = cap > asset.capUsdc;
            asset.capUsdc = cap;
        } else if (selector == IPolicyCage.setTarget.selector) {
            address target;
            bytes4[] memory selectors;
            (target, selectors, loosens) = abi.decode(args, (address, bytes4[], bool));
            for (uint256 i; i < selectors.length; ++i) {
                setSelector(self, target, selectors[i], loosens);
            }
        } else if (selector == IPolicyCage.setRecipient.selector) {
            address recipient;
            (recipient, loosens) = abi.decode(args, (address, bool));
            setRecipient(self, recipient, loosens);
        } else if (selector == IPolicyCage.setOperator.selector) {
            rules.operator = abi.decode(args, (address));
            loosens = rules.operator != address(0);
        } else if (selector == IPolicyCage.setFeed.selector) {
            _setFeed(self, args);
        } else if (selector == IPolicyCage.addAsset.selector) {
            addAsset(self, abi.decode(args, (IPolicyCage.AssetConfig)));
        } else if (selector == IPolicyCage.addReceipt.selector) {
            addReceipt(self, abi.decode(args, (IPolicyCage.ReceiptConfig)));
        } else if (selector == IPolicyCage.setGuardian.selector) {
            rules.guardian = abi.decode(args, (address));
        } else if (selector == IPolicyCage.setOwner.selector) {
            rules.owner = abi.decode(args, (address));
            if (rules.owner == address(0)) revert IPolicyCage.InvalidConfig();
        } else {
            // The only one left that the cage hands over.
            assert(selector == IPolicyCage.unpause.selector);
            rules.paused = false;
            emit IPolicyCage.Unpaused();
        }
        if (loosens) _consume(self, keccak256(change));
        emit IPolicyCage.PolicyChanged(change, loosens);
    }

    /// @notice Checks and stores what the constructor takes.
    function initialize(CageState.State storage self, IPolicyCage.CageConfig memory config) internal {
        if (config.owner == address(0) || config.loosenDelaySeconds > MAX_DELAY) {
            revert IPolicyCage.InvalidConfig();
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
            guardian: config.guardian
        });
        for (uint256 i; i < config.assets.length; ++i) {
            addAsset(self, config.assets[i]);
        }
        for (uint256 i; i < config.receipts.length; ++i) {
            addReceipt(self, config.receipts[i]);
        }
        for (uint256 i; i < config.targets.length; ++i) {
            for (uint256 j; j < config.targets[i].selectors.length; ++j) {
                setSelector(self, config.targets[i].target, config.targets[i].selectors[j], true);
            }
        }
        for (uint256 i; i < config.recipients.length; ++i) {
            setRecipient(self, config.recipients[i], true);
        }
    }

    /// @notice Approves an asset with a feed.
    function addAsset(CageState.State storage self, IPolicyCage.AssetConfig memory config) internal {
        CageState.Asset memory asset;
        asset.token = config.token;
        asset.maxStalenessSeconds = config.maxStalenessSeconds;
        asset.isBase = config.isBase;
        asset.scale = _scaleOf(config.token, config.feed);
        asset.feed = config.feed;
        asset.capUsdc = CageState.clamp(config.capUsdc);
        _register(self, asset);
    }

    /// @notice Approves a receipt that says of itself what it stands for.
    function addReceipt(CageState.State storage self, IPolicyCage.ReceiptConfig memory config) internal {
        bool isVault = config.kind == IPolicyCage.ReceiptKind.Vault;
        address found = isVault
            ? IERC4626(config.token).asset()
            : IPeggedReceipt(config.token).UNDERLYING_ASSET_ADDRESS();
        if (found != config.underlying) revert IPolicyCage.InvalidConfig();
        CageState.Asset memory asset;
        asset.token = config.token;
        asset.kind = config.kind;
        asset.underlying = uint8(self.pricedIndexOf(config.underlying) + 1);
        _register(self, asset);
        if (!isVault) return;
        (bool ok, uint256 rate) = RateGuard.read(config.token);
        if (!ok) revert IPolicyCage.InvalidConfig();
        self.rates[self.assets.length - 1].book(rate);
    }

    /// @notice Approves or removes one selector of a target.
    function setSelector(CageState.State storage self, address target, bytes4 selector, bool allowed)
        internal
    {
        if (target == address(0) || target == address(this)) revert IPolicyCage.InvalidConfig();
        if (self.allowed[target][selector] == allowed) return;
        self.allowed[target][selector] = allowed;
        if (allowed) self.selectorCount[target] += 1;
        else self.selectorCount[target] -= 1;
    }

    /// @notice Approves or removes a recipient.
    function setRecipient(CageState.State storage self, address recipient, bool allowed) internal {
        if (recipient == address(0) || recipient == address(this)) revert IPolicyCage.InvalidConfig();
        self.recipients[recipient] = allowed;
    }

    function _setFeed(CageState.State storage self, bytes calldata args) private {
        (address token, address feed, uint32 maxStalenessSeconds) =
            abi.decode(args, (address, address, uint32));
        CageState.Asset storage asset = self.assets[self.pricedIndexOf(token)];
        uint8 scale = _scaleOf(token, feed);
        asset.lastPrice = uint96(Math.mulDiv(asset.lastPrice, 10 ** scale, 10 ** asset.scale));
        asset.scale = scale;
        (asset.feed, asset.maxStalenessSeconds) = (feed, maxStalenessSeconds);
    }

    /// @dev A loosening must have been queued, be due and not be older than its grace period.
    function _consume(CageState.State storage self, bytes32 id) private {
        uint256 eta = self.queuedEta[id];
        if (eta == 0) revert IPolicyCage.NotQueued(id);
        if (block.timestamp < eta || block.timestamp > eta + GRACE) {
            revert IPolicyCage.TimelockNotReady(block.timestamp, eta);
        }
        delete self.queuedEta[id];
    }

    function _register(CageState.State storage self, CageState.Asset memory asset) private {
        if (asset.token == address(0) || asset.token == NATIVE || self.assetIndex[asset.token] != 0) {
            revert IPolicyCage.InvalidConfig();
        }
        if (self.assets.length == MAX_ASSETS) revert IPolicyCage.TooManyAssets(MAX_ASSETS + 1, MAX_ASSETS);
        self.assets.push(asset);
        self.assetIndex[asset.token] = self.assets.length;
    }

    function _scaleOf(address token, address feed) private view returns (uint8) {
        uint8 tokenDecimals = IERC20Metadata(token).decimals();
        uint8 feedDecimals = IPriceFeed(feed).decimals();
        if (tokenDecimals > 18 || feedDecimals > 18) revert IPolicyCage.InvalidConfig();
        return tokenDecimals + feedDecimals;
    }

    function _checkBps(uint256 bps) private pure {
        if (bps > BPS) revert IPolicyCage.InvalidConfig();
    }
}
