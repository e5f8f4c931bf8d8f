// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {
    ApproxParams,
    FillOrderParams,
    IPendleRouter,
    LimitOrderData,
    SwapData,
    TokenInput
} from "../../../tools/protocols/pendle-v2/contracts/IPendle.sol";
import {PendleChecker} from "../../../tools/protocols/pendle-v2/contracts/PendleChecker.sol";
import {PendleTokenChecker} from "../../../tools/protocols/pendle-v2/contracts/PendleTokenChecker.sol";

/// @notice A SY that says what it counts in.
contract AssetOf {
    address private immutable ASSET;

    constructor(address asset) {
        ASSET = asset;
    }

    function assetInfo() external view returns (uint8, address, uint8) {
        return (0, ASSET, 18);
    }
}

/// @notice An account acts in known markets for itself, with the asset alone.
contract PendleCheckerTest is Test {
    address private constant ACCOUNT = address(0xacc);
    address private constant OTHER = address(0xbad);
    address private constant ROUTER = address(0x888);
    address private constant LIMIT_ROUTER = address(0x999);
    address private constant ASSET = address(0xda1);
    address private constant MARKET = address(0x111);
    address private constant YT = address(0x222);
    address private immutable SY = address(new AssetOf(ASSET));
    PendleChecker private _checker =
        new PendleChecker(ROUTER, SY, MARKET, YT, address(0x333), address(0x444));
    PendleTokenChecker private _tokens = new PendleTokenChecker(ROUTER, LIMIT_ROUTER);

    function check(address checker, uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(checker, abi.encodeCall(_checker.check, (ACCOUNT, value, data)));
    }

    function _input() private pure returns (TokenInput memory) {
        return TokenInput(ASSET, 1, ASSET, address(0), SwapData(0, address(0), "", false));
    }

    function _noOrders() private pure returns (LimitOrderData memory) {
        return LimitOrderData(address(0), 0, new FillOrderParams[](0), new FillOrderParams[](0), "");
    }

    function _buy(
        address receiver,
        address market,
        ApproxParams memory approx,
        TokenInput memory input,
        LimitOrderData memory limit
    ) private pure returns (bytes memory) {
        return abi.encodeCall(IPendleRouter.swapExactTokenForPt, (receiver, market, 1, approx, input, limit));
    }

    function _refuses(bytes memory data) private {
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, ROUTER, bytes4(data)));
        this.check(address(_checker), 0, data);
    }

    function test_default_ownActsPass() public view {
        ApproxParams memory approx = ApproxParams(0, 1, 0, 256, 1e16);
        bytes memory said = check(address(_checker), 0, _buy(ACCOUNT, MARKET, approx, _input(), _noOrders()));
        // It revokes nothing and pledges nothing.
        assertEq(Words.at(said, 0), 0);
        assertEq(Words.at(said, 2), 0);
        check(address(_checker), 0, abi.encodeCall(IPendleRouter.mintPyFromToken, (ACCOUNT, YT, 1, _input())));
        check(address(_checker), 0, abi.encodeCall(IPendleRouter.mintSyFromToken, (ACCOUNT, SY, 1, _input())));
    }

    function test_behavior_nobodyElseGains() public {
        bytes memory data = abi.encodeCall(IPendleRouter.mintPyFromToken, (OTHER, YT, 1, _input()));
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, OTHER));
        this.check(address(_checker), 0, data);
        vm.expectRevert(ICageErrors.NativeNotAllowed.selector);
        this.check(address(_checker), 1, data);
    }

    function test_behavior_unknownMarketsAndTokensAreRefused() public {
        ApproxParams memory approx = ApproxParams(0, 1, 0, 1, 0);
        _refuses(_buy(ACCOUNT, OTHER, approx, _input(), _noOrders()));
        _refuses(abi.encodeCall(IPendleRouter.mintPyFromToken, (ACCOUNT, OTHER, 1, _input())));
        _refuses(abi.encodeCall(IPendleRouter.mintSyFromToken, (ACCOUNT, OTHER, 1, _input())));
        address[] memory none = new address[](0);
        address[] memory one = new address[](1);
        one[0] = OTHER;
        _refuses(abi.encodeCall(IPendleRouter.redeemDueInterestAndRewards, (ACCOUNT, one, none, none)));
        _refuses(abi.encodeCall(IPendleRouter.redeemDueInterestAndRewards, (ACCOUNT, none, one, none)));
        _refuses(abi.encodeCall(IPendleRouter.redeemDueInterestAndRewards, (ACCOUNT, none, none, one)));
    }

    function test_behavior_noDetoursNoOrdersNoEndlessSearch() public {
        ApproxParams memory approx = ApproxParams(0, 1, 0, 1, 0);
        TokenInput memory input = _input();
        input.pendleSwap = OTHER;
        _refuses(_buy(ACCOUNT, MARKET, approx, input, _noOrders()));
        input = _input();
        input.swapData.swapType = 1;
        _refuses(_buy(ACCOUNT, MARKET, approx, input, _noOrders()));
        input = _input();
        input.tokenIn = OTHER;
        _refuses(_buy(ACCOUNT, MARKET, approx, input, _noOrders()));
        LimitOrderData memory orders = _noOrders();
        orders.limitRouter = OTHER;
        _refuses(_buy(ACCOUNT, MARKET, approx, _input(), orders));
        approx.maxIteration = 257;
        _refuses(_buy(ACCOUNT, MARKET, approx, _input(), _noOrders()));
        approx = ApproxParams(0, 1, 0, 1, 1e16 + 1);
        _refuses(_buy(ACCOUNT, MARKET, approx, _input(), _noOrders()));
    }

    function test_behavior_onlyTheRoutersMayTakeTokens() public {
        check(address(_tokens), 0, abi.encodeCall(IERC20.approve, (ROUTER, 1)));
        check(address(_tokens), 0, abi.encodeCall(IERC20.approve, (LIMIT_ROUTER, 1)));
        bytes memory said = check(address(_tokens), 0, abi.encodeCall(IERC20.approve, (OTHER, 0)));
        assertEq(Words.at(said, 0), 1);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.SpenderNotAllowed.selector, address(0), OTHER));
        this.check(address(_tokens), 0, abi.encodeCall(IERC20.approve, (OTHER, 1)));
    }
}
