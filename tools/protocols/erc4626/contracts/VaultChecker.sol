// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";

/// @title VaultChecker
/// @notice Lets an account act on its own shares of an ERC-4626 vault and nothing else: for itself, and to itself.
contract VaultChecker is ICallChecker {
    /// @notice The vault.
    address public immutable VAULT;

    constructor(address vault) {
        VAULT = vault;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        bytes4 selector = bytes4(data);
        if (selector == IERC4626.deposit.selector || selector == IERC4626.mint.selector) {
            (, address receiver) = abi.decode(data[4:], (uint256, address));
            _only(account, receiver);
        } else if (selector == IERC4626.withdraw.selector || selector == IERC4626.redeem.selector) {
            (, address receiver, address owner) = abi.decode(data[4:], (uint256, address, address));
            _only(account, receiver);
            // Shares of another account that allowed it would come as a gift, and cover what is lost.
            _only(account, owner);
        } else {
            revert ICageErrors.TargetNotAllowed(VAULT, selector);
        }
        return (false, new Pledge[](0));
    }

    function _only(address account, address gaining) private pure {
        if (gaining != account) revert ICageErrors.RecipientNotAllowed(gaining);
    }
}
