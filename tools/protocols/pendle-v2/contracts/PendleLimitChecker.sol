// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {FillOrderParams, IPendleLimitRouter, IStandardizedYield, Order} from "./IPendle.sol";

/// @title PendleLimitChecker
/// @notice Lets an account fill limit orders of others for PT or YT of the known markets, one at a time and for itself, and
/// cancel orders of its own.
/// @dev The router takes of its caller what the order asks for, no more than the caller says and lets it. What the account loses
/// by it the cage measures, as it does for any exchange.
contract PendleLimitChecker is ICallChecker {
    /// @notice The contract whose calls these are.
    address public immutable LIMIT_ROUTER;
    address private immutable ASSET;
    address private immutable SY;
    address private immutable YT;
    address private immutable LATER_YT;

    constructor(address limitRouter, address sy, address yt, address laterYt) {
        (LIMIT_ROUTER, SY, YT, LATER_YT) = (limitRouter, sy, yt, laterYt);
        (, ASSET,) = IStandardizedYield(sy).assetInfo();
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        bytes4 selector = bytes4(data);
        // It ends what its caller signed, and nothing else.
        if (selector == IPendleLimitRouter.cancelSingle.selector) return (true, pledges);
        if (selector != IPendleLimitRouter.fill.selector) {
            revert ICageErrors.TargetNotAllowed(LIMIT_ROUTER, selector);
        }
        (
            FillOrderParams[] memory fills,
            address receiver,
            uint256 most,
            bytes memory optData,
            bytes memory callback
        ) = abi.decode(data[4:], (FillOrderParams[], address, uint256, bytes, bytes));
        // The router would call its caller back. Bytes that encoding them again does not give it might read otherwise.
        if (
            fills.length != 1 || optData.length != 0 || callback.length != 0
                || keccak256(data)
                    != keccak256(
                        abi.encodeCall(IPendleLimitRouter.fill, (fills, receiver, most, optData, callback))
                    )
        ) {
            revert ICageErrors.MalformedCall(LIMIT_ROUTER, selector);
        }
        if (receiver != account) revert ICageErrors.RecipientNotAllowed(receiver);
        _checkOrder(account, fills[0].order);
        return (false, pledges);
    }

    function _checkOrder(address account, Order memory order) private view {
        // It would pay itself by what it answered for.
        if (order.maker == account) revert ICageErrors.Unauthorized(account);
        if (order.YT != YT && order.YT != LATER_YT) revert ICageErrors.AssetNotAllowed(order.YT);
        // Code of the maker's choice, which is called in the middle of it.
        if (order.token != SY && order.token != ASSET) revert ICageErrors.AssetNotAllowed(order.token);
    }
}
