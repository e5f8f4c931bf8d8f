// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {CallData} from "../../../contracts/libraries/CallData.sol";

/// @title UniswapV3StakerChecker
/// @notice Rules on calls to a UniswapV3Staker: what it pays and gives back comes to the account.
contract UniswapV3StakerChecker is ICallChecker {
    bytes4 private constant STAKE = 0xf2d2909b; // stakeToken(IncentiveKey,uint256)
    bytes4 private constant UNSTAKE = 0xf549ab42; // unstakeToken(IncentiveKey,uint256)
    bytes4 private constant WITHDRAW = 0x3c423f0b; // withdrawToken(uint256,address,bytes)
    bytes4 private constant CLAIM = 0x2f2d783d; // claimReward(address,address,uint256)

    /// @notice The contract whose calls these are.
    address public immutable STAKER;

    constructor(address staker) {
        STAKER = staker;
    }

    /// @inheritdoc ICallChecker
    /// @dev Ending a stake and taking the position back take nothing but the staker's authority away, so that a pause, in
    /// which neither changes what the account holds, stops neither of them.
    function check(address account, uint256, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        bytes4 selector = CallData.selector(data);
        if (selector == WITHDRAW || selector == CLAIM) {
            address recipient = CallData.addressArg(STAKER, data, 1);
            if (recipient != account) revert ICageErrors.RecipientNotAllowed(recipient);
        } else if (selector != STAKE && selector != UNSTAKE) {
            // A deposit that is another's, and bundles, whose calls the reader is not told.
            revert ICageErrors.TargetNotAllowed(STAKER, selector);
        }
        return (selector == UNSTAKE || selector == WITHDRAW, pledges);
    }
}
