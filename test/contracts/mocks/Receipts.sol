// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {MockToken} from "./Mocks.sol";

/// @notice OpenZeppelin's ERC-4626, unchanged; `broken` makes its rate unreadable.
contract Vault is ERC4626 {
    bool public broken;

    constructor(IERC20 asset_) ERC4626(asset_) ERC20("Vault", "v") {}

    function setBroken(bool value) external {
        broken = value;
    }

    function convertToAssets(uint256 shares) public view override returns (uint256) {
        require(!broken, "broken");
        return super.convertToAssets(shares);
    }
}

/// @notice A one-to-one receipt with Aave's way of saying what it stands for.
contract PeggedToken is MockToken {
    address public immutable UNDERLYING_ASSET_ADDRESS;

    constructor(string memory symbol_, MockToken underlying) MockToken(symbol_, underlying.decimals()) {
        UNDERLYING_ASSET_ADDRESS = address(underlying);
    }
}

/// @notice A lending pool with receipts and debts, one to one, and one wei of rounding in the taker's favour, as
/// Aave's scaled balances have it.
contract LendingPool {
    function supply(PeggedToken receipt, uint256 amount, address to) external {
        MockToken(receipt.UNDERLYING_ASSET_ADDRESS()).transferFrom(msg.sender, address(this), amount);
        receipt.mint(to, amount);
    }

    function withdraw(PeggedToken receipt, uint256 amount, address to) external {
        receipt.burn(msg.sender, amount - 1);
        MockToken(receipt.UNDERLYING_ASSET_ADDRESS()).mint(to, amount);
    }

    function borrow(PeggedToken debt, uint256 amount, address to) external {
        debt.mint(msg.sender, amount);
        MockToken(debt.UNDERLYING_ASSET_ADDRESS()).mint(to, amount);
    }

    function repay(PeggedToken debt, uint256 amount, address for_) external {
        MockToken(debt.UNDERLYING_ASSET_ADDRESS()).transferFrom(msg.sender, address(this), amount);
        debt.burn(for_, amount);
    }
}
