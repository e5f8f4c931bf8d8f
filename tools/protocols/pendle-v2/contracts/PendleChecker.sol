// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {
    ApproxParams,
    IPendleRouter,
    IStandardizedYield,
    LimitOrderData,
    SwapData,
    TokenInput,
    TokenOutput
} from "./IPendle.sol";

/// @title PendleChecker
/// @notice Lets an account act in the known markets through Pendle's router: for itself, with the asset alone, without a
/// swap elsewhere and without orders of others.
contract PendleChecker is ICallChecker {
    /// @dev More steps of a search only burn gas, and one that ends sooner gives away more than a percent.
    uint256 private constant MAX_ITERATION = 256;
    uint256 private constant MAX_EPS = 1e16;

    /// @notice The router.
    address public immutable ROUTER;
    address private immutable ASSET;
    address private immutable SY;
    address private immutable MARKET;
    address private immutable YT;
    address private immutable LATER_MARKET;
    address private immutable LATER_YT;

    constructor(
        address router,
        address sy,
        address market,
        address yt,
        address laterMarket,
        address laterYt
    ) {
        (ROUTER, SY) = (router, sy);
        (MARKET, YT, LATER_MARKET, LATER_YT) = (market, yt, laterMarket, laterYt);
        (, ASSET,) = IStandardizedYield(sy).assetInfo();
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        bytes calldata args = data[4:];
        (address receiver) = abi.decode(args, (address));
        if (receiver != account) revert ICageErrors.RecipientNotAllowed(receiver);
        _checkArgs(bytes4(data), args);
        return (false, new Pledge[](0));
    }

    function _checkArgs(bytes4 selector, bytes calldata args) private view {
        if (selector == IPendleRouter.mintSyFromToken.selector) {
            (, address sy,, TokenInput memory input) =
                abi.decode(args, (address, address, uint256, TokenInput));
            _only(selector, sy == SY && _isPlainInput(input));
        } else if (selector == IPendleRouter.redeemSyToToken.selector) {
            (, address sy,, TokenOutput memory output) =
                abi.decode(args, (address, address, uint256, TokenOutput));
            _only(selector, sy == SY && _isPlainOutput(output));
        } else if (selector == IPendleRouter.mintPyFromToken.selector) {
            (, address yt,, TokenInput memory input) =
                abi.decode(args, (address, address, uint256, TokenInput));
            _only(selector, _isYt(yt) && _isPlainInput(input));
        } else if (selector == IPendleRouter.redeemPyToToken.selector) {
            (, address yt,, TokenOutput memory output) =
                abi.decode(args, (address, address, uint256, TokenOutput));
            _only(selector, _isYt(yt) && _isPlainOutput(output));
        } else if (selector == IPendleRouter.redeemDueInterestAndRewards.selector) {
            _checkClaim(selector, args);
        } else {
            _checkTrade(selector, args);
        }
    }

    function _checkClaim(bytes4 selector, bytes calldata args) private view {
        (, address[] memory sys, address[] memory yts, address[] memory markets) =
            abi.decode(args, (address, address[], address[], address[]));
        for (uint256 i; i < sys.length; ++i) {
            _only(selector, sys[i] == SY);
        }
        for (uint256 i; i < yts.length; ++i) {
            _only(selector, _isYt(yts[i]));
        }
        for (uint256 i; i < markets.length; ++i) {
            _only(selector, _isMarket(markets[i]));
        }
    }

    function _checkTrade(bytes4 selector, bytes calldata args) private view {
        (, address market) = abi.decode(args, (address, address));
        _only(selector, _isMarket(market));
        if (
            selector == IPendleRouter.swapExactTokenForPt.selector
                || selector == IPendleRouter.swapExactTokenForYt.selector
                || selector == IPendleRouter.addLiquiditySingleToken.selector
        ) {
            (,,, ApproxParams memory approx, TokenInput memory input, LimitOrderData memory limit) =
                abi.decode(args, (address, address, uint256, ApproxParams, TokenInput, LimitOrderData));
            _only(selector, _isBounded(approx) && _isPlainInput(input) && _isEmpty(limit));
        } else if (
            selector == IPendleRouter.swapExactPtForToken.selector
                || selector == IPendleRouter.swapExactYtForToken.selector
                || selector == IPendleRouter.removeLiquiditySingleToken.selector
        ) {
            (,,, TokenOutput memory output, LimitOrderData memory limit) =
                abi.decode(args, (address, address, uint256, TokenOutput, LimitOrderData));
            _only(selector, _isPlainOutput(output) && _isEmpty(limit));
        } else if (
            selector == IPendleRouter.swapExactPtForYt.selector
                || selector == IPendleRouter.swapExactYtForPt.selector
        ) {
            (,,,, ApproxParams memory approx) =
                abi.decode(args, (address, address, uint256, uint256, ApproxParams));
            _only(selector, _isBounded(approx));
        } else if (selector == IPendleRouter.swapExactPtForSy.selector) {
            (,,,, LimitOrderData memory limit) =
                abi.decode(args, (address, address, uint256, uint256, LimitOrderData));
            _only(selector, _isEmpty(limit));
        } else if (selector == IPendleRouter.swapExactSyForPt.selector) {
            (,,,, ApproxParams memory approx, LimitOrderData memory limit) =
                abi.decode(args, (address, address, uint256, uint256, ApproxParams, LimitOrderData));
            _only(selector, _isBounded(approx) && _isEmpty(limit));
        } else {
            _checkRest(selector, args);
        }
    }

    function _checkRest(bytes4 selector, bytes calldata args) private view {
        if (selector == IPendleRouter.addLiquiditySingleTokenKeepYt.selector) {
            (,,,, TokenInput memory input) =
                abi.decode(args, (address, address, uint256, uint256, TokenInput));
            _only(selector, _isPlainInput(input));
        } else if (selector == IPendleRouter.exitPreExpToToken.selector) {
            (,,,,, TokenOutput memory output, LimitOrderData memory limit) =
                abi.decode(args, (address, address, uint256, uint256, uint256, TokenOutput, LimitOrderData));
            _only(selector, _isPlainOutput(output) && _isEmpty(limit));
        } else if (selector == IPendleRouter.exitPostExpToToken.selector) {
            (,,,, TokenOutput memory output) =
                abi.decode(args, (address, address, uint256, uint256, TokenOutput));
            _only(selector, _isPlainOutput(output));
        } else {
            _only(selector, false);
        }
    }

    function _only(bytes4 selector, bool isAllowed) private view {
        if (!isAllowed) revert ICageErrors.TargetNotAllowed(ROUTER, selector);
    }

    function _isYt(address yt) private view returns (bool) {
        return yt == YT || yt == LATER_YT;
    }

    function _isMarket(address market) private view returns (bool) {
        return market == MARKET || market == LATER_MARKET;
    }

    function _isPlainInput(TokenInput memory input) private view returns (bool) {
        return input.tokenIn == ASSET && input.tokenMintSy == ASSET && input.pendleSwap == address(0)
            && _isNoSwap(input.swapData);
    }

    function _isPlainOutput(TokenOutput memory output) private view returns (bool) {
        return output.tokenOut == ASSET && output.tokenRedeemSy == ASSET && output.pendleSwap == address(0)
            && _isNoSwap(output.swapData);
    }

    function _isNoSwap(SwapData memory swap) private pure returns (bool) {
        return swap.swapType == 0 && swap.extRouter == address(0) && swap.extCalldata.length == 0;
    }

    function _isBounded(ApproxParams memory approx) private pure returns (bool) {
        return approx.maxIteration <= MAX_ITERATION && approx.eps <= MAX_EPS;
    }

    /// @dev Orders of others would be paid at prices of their own.
    function _isEmpty(LimitOrderData memory limit) private pure returns (bool) {
        return limit.limitRouter == address(0) && limit.normalFills.length == 0
            && limit.flashFills.length == 0 && limit.optData.length == 0;
    }
}
