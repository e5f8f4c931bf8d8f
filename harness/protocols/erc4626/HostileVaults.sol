// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// @notice Previews what it should and mints a part of it: the rest is its maker's.
contract LyingVault is ERC4626 {
    address private immutable _MAKER;

    constructor(IERC20 asset_, address maker) ERC4626(asset_) ERC20("Lying", "LIE") {
        _MAKER = maker;
    }

    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override {
        super._deposit(caller, receiver, assets, shares);
        _transfer(receiver, _MAKER, shares / 4);
    }
}

/// @notice Takes a fiftieth of what goes in, and says so in its previews.
contract FeeVault is ERC4626 {
    constructor(IERC20 asset_) ERC4626(asset_) ERC20("Fee", "FEE") {}

    function previewDeposit(uint256 assets) public view override returns (uint256) {
        return super.previewDeposit(assets - assets / 50);
    }

    function previewMint(uint256 shares) public view override returns (uint256) {
        return super.previewMint(shares) * 50 / 49 + 1;
    }
}

/// @notice Lets nothing out while it is closed.
contract ClosedVault is ERC4626 {
    bool public isClosed;

    constructor(IERC20 asset_) ERC4626(asset_) ERC20("Closed", "SHUT") {}

    function setClosed(bool value) external {
        isClosed = value;
    }

    function maxRedeem(address owner) public view override returns (uint256) {
        return isClosed ? 0 : super.maxRedeem(owner);
    }

    function maxWithdraw(address owner) public view override returns (uint256) {
        return isClosed ? 0 : super.maxWithdraw(owner);
    }
}
