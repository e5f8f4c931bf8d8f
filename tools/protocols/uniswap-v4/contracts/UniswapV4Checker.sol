// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {IV4PositionManager} from "./IV4PositionManager.sol";
import {V4Actions} from "./V4Actions.sol";

/// @title UniswapV4Checker
/// @notice Rules on calls to Uniswap V4's PositionManager: positions, what they pay out and what is left of a payment are
/// the account's own.
/// @dev It knows few actions and refuses every other one. In which pools positions may grow, hooks among what makes a
/// pool, the owner's list of places says.
contract UniswapV4Checker is ICallChecker {
    /// @dev Words that an action is given, its data for a hook the last of them.
    uint256 private constant MINT_WORDS = 12;
    uint256 private constant CHANGE_WORDS = 5;
    uint256 private constant BURN_WORDS = 4;

    /// @notice The contract whose calls these are.
    address public immutable MANAGER;

    constructor(address manager) {
        MANAGER = manager;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        bytes4 selector = bytes4(data);
        if (selector != IV4PositionManager.modifyLiquidities.selector) {
            revert ICageErrors.TargetNotAllowed(MANAGER, selector);
        }
        (bool isExact, bytes memory actions, bytes[] memory inputs) = V4Actions.inner(data);
        if (!isExact) _refuseBytes();
        bool takesOut;
        bool paysIn;
        for (uint256 i; i < actions.length; ++i) {
            uint8 action = uint8(actions[i]);
            if (action == V4Actions.INCREASE_LIQUIDITY) {
                paysIn = true;
                _tellsNoHook(inputs[i], CHANGE_WORDS);
            } else if (action == V4Actions.MINT_POSITION) {
                paysIn = true;
                _own(account, inputs[i], 10);
                _tellsNoHook(inputs[i], MINT_WORDS);
            } else if (action == V4Actions.DECREASE_LIQUIDITY) {
                takesOut = true;
                _tellsNoHook(inputs[i], CHANGE_WORDS);
            } else if (action == V4Actions.BURN_POSITION) {
                takesOut = true;
                _tellsNoHook(inputs[i], BURN_WORDS);
            } else if (action == V4Actions.TAKE_PAIR) {
                _own(account, inputs[i], 2);
            } else if (action == V4Actions.SWEEP) {
                _own(account, inputs[i], 1);
            } else if (action != V4Actions.SETTLE_PAIR) {
                revert ICageErrors.TargetNotAllowed(MANAGER, bytes4(actions[i]));
            }
        }
        // Fees count only once they are paid out: in the unlock that they come with they would pay for what is lost at
        // what goes in.
        if (takesOut && paysIn) revert ICageErrors.TargetNotAllowed(MANAGER, selector);
        return (revokes, pledges);
    }

    /// @dev What the operator tells a hook, as to whom fees go that nobody counts yet, only the hook can read.
    function _tellsNoHook(bytes memory input, uint256 words) private view {
        (, uint256 place) = V4Actions.word(input, words - 1);
        (, uint256 length) = V4Actions.word(input, words);
        if (input.length != 32 * (words + 1) || place != 32 * words || length != 0) _refuseBytes();
    }

    function _own(address account, bytes memory input, uint256 index) private view {
        (bool ok, uint256 found) = V4Actions.word(input, index);
        if (!ok) _refuseBytes();
        if (address(uint160(found)) != account) {
            revert ICageErrors.RecipientNotAllowed(address(uint160(found)));
        }
    }

    function _refuseBytes() private view {
        revert ICageErrors.MalformedCall(MANAGER, IV4PositionManager.modifyLiquidities.selector);
    }
}
