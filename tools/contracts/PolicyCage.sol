// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IPolicyCage} from "./IPolicyCage.sol";
import {Actions} from "./libraries/Actions.sol";
import {CageLens} from "./libraries/CageLens.sol";
import {CageState} from "./libraries/CageState.sol";
import {Capital} from "./libraries/Capital.sol";
import {HotLane} from "./libraries/HotLane.sol";
import {Pledges} from "./libraries/Pledges.sol";
import {PolicyChanges} from "./libraries/PolicyChanges.sol";
import {SpendWindow} from "./libraries/SpendWindow.sol";

/// @title PolicyCage
/// @notice See IPolicyCage for the rules. There is no module, no callback but for tokens of positions, no
/// fallback and no delegatecall but to the libraries it is linked with; one transient lock covers every path that moves money or loosens the policy.
/// @dev It keeps the state, the lock and the callers' rights; what happens inside is in the libraries.
contract PolicyCage is IPolicyCage, ReentrancyGuardTransient {
    using HotLane for HotLane.State;
    using Pledges for CageState.State;
    using SpendWindow for SpendWindow.State;

    address private immutable WRAPPED_NATIVE;

    CageState.State private _s;

    modifier onlyOwner() {
        _onlyOwner();
        _;
    }

    constructor(CageConfig memory config) {
        WRAPPED_NATIVE = config.wrappedNative;
        PolicyChanges.initialize(_s, config);
    }

    /// @dev Native currency comes from approved targets (the wrapped native token), or within an action.
    receive() external payable {
        if (_s.targets[msg.sender].selectors == 0 && !_reentrancyGuardEntered()) {
            revert Unauthorized(msg.sender);
        }
    }

    /// @notice Takes a position's token within an action, from a contract whose reader counts it.
    function onERC721Received(address, address, uint256, bytes calldata) external view returns (bytes4) {
        if (_s.targets[msg.sender].reader == address(0) || !_reentrancyGuardEntered()) {
            revert Unauthorized(msg.sender);
        }
        return this.onERC721Received.selector;
    }

    // ---------------------------------------------------------------- operator

    /// @inheritdoc IPolicyCage
    function execute(
        Call[] calldata calls,
        uint256 deadline,
        bytes32 permitId,
        bytes calldata guardianSignature
    ) external nonReentrant returns (bytes[] memory results) {
        return Actions.execute(_s, WRAPPED_NATIVE, calls, deadline, permitId, guardianSignature);
    }

    // ---------------------------------------------------------------- anybody

    /// @inheritdoc IPolicyCage
    function poke() external nonReentrant {
        CageLens.poke(_s, WRAPPED_NATIVE);
    }

    // ---------------------------------------------------------------- owner: money

    /// @inheritdoc IPolicyCage
    function deposit(address token, uint256 amount) external onlyOwner nonReentrant returns (uint256 shares) {
        return Capital.deposit(_s, WRAPPED_NATIVE, token, amount);
    }

    /// @inheritdoc IPolicyCage
    function absorb(address token) external onlyOwner nonReentrant returns (uint256 shares) {
        return Capital.absorb(_s, WRAPPED_NATIVE, token);
    }

    /// @inheritdoc IPolicyCage
    function withdraw(address token, uint256 amount)
        external
        onlyOwner
        nonReentrant
        returns (uint256 shares)
    {
        return Capital.withdraw(_s, WRAPPED_NATIVE, token, amount);
    }

    /// @inheritdoc IPolicyCage
    function withdrawPosition(address collection, uint256 tokenId)
        external
        onlyOwner
        nonReentrant
        returns (uint256 shares)
    {
        return Capital.withdrawPosition(_s, WRAPPED_NATIVE, collection, tokenId);
    }

    /// @inheritdoc IPolicyCage
    function absorbPosition(address reader, bytes32 key)
        external
        onlyOwner
        nonReentrant
        returns (uint256 shares)
    {
        return Capital.absorbPosition(_s, WRAPPED_NATIVE, reader, key);
    }

    // ---------------------------------------------------------------- owner: policy

    /// @inheritdoc IPolicyCage
    function pause() external {
        if (
            msg.sender != _s.rules.operator && msg.sender != _s.rules.guardian && msg.sender != _s.rules.owner
        ) {
            revert Unauthorized(msg.sender);
        }
        (_s.rules.paused, _s.silencedAt) = (true, uint40(block.timestamp));
        emit Paused(msg.sender);
    }

    /// @inheritdoc IPolicyCage
    function queue(bytes calldata change) external onlyOwner returns (bytes32 id) {
        return PolicyChanges.queue(_s, change);
    }

    /// @inheritdoc IPolicyCage
    function cancel(bytes32 id) external {
        PolicyChanges.cancel(_s, id);
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
    function setHotLane(uint256) external {
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
    function setTarget(address, bytes4[] calldata, Code calldata, Code calldata) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function removeSelectors(address, bytes4[] calldata) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setPlace(bytes32, bool) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setReader(address, Code calldata, address[] calldata) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setScheme(Code calldata, bool) external {
        _apply();
    }

    /// @inheritdoc IPolicyCage
    function setMinHealth(uint64) external {
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
        PolicyChanges.apply_(_s, WRAPPED_NATIVE, msg.data);
    }

    // ---------------------------------------------------------------- views

    /// @inheritdoc IPolicyCage
    function policy() external view returns (Policy memory) {
        return CageLens.policy(_s, WRAPPED_NATIVE);
    }

    /// @inheritdoc IPolicyCage
    function assets() external view returns (AssetConfig[] memory) {
        return CageLens.assets(_s);
    }

    /// @inheritdoc IPolicyCage
    function holdings() external view returns (Holding[] memory) {
        return CageLens.holdings(_s, WRAPPED_NATIVE);
    }

    /// @inheritdoc IPolicyCage
    function codeOf(address target) external view returns (address checker, address reader) {
        return (_s.targets[target].checker, _s.targets[target].reader);
    }

    /// @inheritdoc IPolicyCage
    function isScheme(address account) external view returns (bool) {
        return _s.targets[account].isScheme;
    }

    /// @inheritdoc IPolicyCage
    function isValidSignature(bytes32 digest, bytes calldata) external view returns (bytes4) {
        return _s.isOpen(digest) ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    /// @inheritdoc IPolicyCage
    function isPlaceAllowed(bytes32 place) external view returns (bool) {
        return _s.places[place];
    }

    /// @inheritdoc IPolicyCage
    function isAsset(address token) external view returns (bool) {
        return _s.assetIndex[token] != 0;
    }

    /// @inheritdoc IPolicyCage
    function isTargetAllowed(address target, bytes4 selector) external view returns (bool) {
        return _s.allowed[target][selector];
    }

    /// @inheritdoc IPolicyCage
    function isTarget(address target) external view returns (bool) {
        return _s.targets[target].selectors != 0;
    }

    /// @inheritdoc IPolicyCage
    function isRecipient(address account) external view returns (bool) {
        return _s.recipients[account];
    }

    /// @inheritdoc IPolicyCage
    function positionValueUsdc(address token) external view returns (uint256) {
        return CageLens.positionValueUsdc(_s, WRAPPED_NATIVE, token);
    }

    /// @inheritdoc IPolicyCage
    function netAssetValueUsdc() external view returns (uint256) {
        return CageLens.netAssetValueUsdc(_s, WRAPPED_NATIVE);
    }

    /// @inheritdoc IPolicyCage
    function valuePerShare() external view returns (uint256) {
        return CageLens.valuePerShare(_s, WRAPPED_NATIVE);
    }

    /// @inheritdoc IPolicyCage
    function highWaterMark() external view returns (uint256) {
        return _s.mark.mark;
    }

    /// @inheritdoc IPolicyCage
    function isPokeDue() external view returns (bool) {
        return CageLens.isPokeDue(_s, WRAPPED_NATIVE);
    }

    /// @inheritdoc IPolicyCage
    function drawdownBps() external view returns (uint256) {
        return CageLens.drawdownBps(_s, WRAPPED_NATIVE);
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
    function windowUnguardedUsdc() external view returns (uint256) {
        return _s.hotLane.spent();
    }

    /// @inheritdoc IPolicyCage
    function hashAction(Call[] calldata calls, uint256 deadline, bytes32 permitId)
        external
        view
        returns (bytes32)
    {
        return CageLens.hashAction(calls, deadline, permitId);
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
        return _s.permitUsed[false][permitId] || _s.permitUsed[true][permitId];
    }

    /// @inheritdoc IPolicyCage
    function totalShares() external view returns (uint256) {
        return _s.totalShares;
    }

    /// @inheritdoc IPolicyCage
    function queuedEta(bytes32 id) external view returns (uint256) {
        return _s.queued[id].eta;
    }

    function _onlyOwner() private view {
        if (msg.sender != _s.rules.owner) revert Unauthorized(msg.sender);
    }
}
