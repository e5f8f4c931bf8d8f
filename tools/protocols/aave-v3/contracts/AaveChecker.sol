// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {IAaveGateway, IAavePool, IAaveRewards} from "./IAavePool.sol";

/// @title AaveChecker
/// @notice What an account may ask of Aave V3: all that is supplied, withdrawn, repaid or claimed is its own, debt is at
/// the variable rate, a seizure brings the asset itself. Health is the cage's concern: every position shows it.
/// @dev It serves the Pool, its gateway and its rewards; what it does not know it refuses.
contract AaveChecker is ICallChecker {
    uint256 private constant VARIABLE = 2;

    address private immutable POOL;

    constructor(address pool) {
        POOL = pool;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool, Pledge[] memory pledges)
    {
        bytes4 selector = bytes4(data);
        if (selector == IAaveGateway.depositETH.selector) {
            (address pool, address onBehalfOf,) = abi.decode(data[4:], (address, address, uint16));
            if (pool != POOL) revert ICageErrors.MalformedCall(POOL, selector);
            _own(account, onBehalfOf);
            return (false, pledges);
        }
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        if (selector == IAavePool.supply.selector) {
            (,, address onBehalfOf,) = abi.decode(data[4:], (address, uint256, address, uint16));
            _own(account, onBehalfOf);
        } else if (selector == IAavePool.withdraw.selector) {
            (,, address to) = abi.decode(data[4:], (address, uint256, address));
            _own(account, to);
        } else if (selector == IAavePool.borrow.selector) {
            // On the credit of another, who agreed to it: what is borrowed comes here, and the debt is theirs.
            (,, uint256 mode,,) = abi.decode(data[4:], (address, uint256, uint256, uint16, address));
            _variable(selector, mode);
        } else if (selector == IAavePool.repay.selector) {
            (,, uint256 mode, address onBehalfOf) = abi.decode(data[4:], (address, uint256, uint256, address));
            _variable(selector, mode);
            _own(account, onBehalfOf);
        } else if (selector == IAavePool.repayWithATokens.selector) {
            (,, uint256 mode) = abi.decode(data[4:], (address, uint256, uint256));
            _variable(selector, mode);
        } else if (selector == IAavePool.liquidationCall.selector) {
            (,, address user,, bool receiveAToken) =
                abi.decode(data[4:], (address, address, address, uint256, bool));
            // aTokens of a seizure would be collateral that no call of the account supplied.
            if (user == account || receiveAToken) revert ICageErrors.MalformedCall(POOL, selector);
        } else if (selector == IAaveRewards.claimAllRewards.selector) {
            (, address to) = abi.decode(data[4:], (address[], address));
            _own(account, to);
        } else if (
            selector != IAavePool.setUserUseReserveAsCollateral.selector
                && selector != IAavePool.setUserEMode.selector
        ) {
            revert ICageErrors.TargetNotAllowed(POOL, selector);
        }
    }

    function _own(address account, address named) private pure {
        if (named != account) revert ICageErrors.RecipientNotAllowed(named);
    }

    function _variable(bytes4 selector, uint256 mode) private view {
        if (mode != VARIABLE) revert ICageErrors.MalformedCall(POOL, selector);
    }
}
