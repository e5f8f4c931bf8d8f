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
    TokenInput,
    TokenOutput
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
    address private constant LATER_MARKET = address(0x333);
    address private constant LATER_YT = address(0x444);
    address private immutable SY = address(new AssetOf(ASSET));
    PendleChecker private _checker = new PendleChecker(ROUTER, SY, MARKET, YT, LATER_MARKET, LATER_YT);
    PendleTokenChecker private _tokens = new PendleTokenChecker(ROUTER, LIMIT_ROUTER);

    function check(address checker, uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(checker, abi.encodeCall(_checker.check, (ACCOUNT, value, data)));
    }

    function _input() private pure returns (TokenInput memory) {
        return TokenInput(ASSET, 1, ASSET, address(0), SwapData(0, address(0), "", false));
    }

    function _output() private pure returns (TokenOutput memory) {
        return TokenOutput(ASSET, 1, ASSET, address(0), SwapData(0, address(0), "", false));
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

    /// @dev Every call that takes the asset, with a market, or what else it is about.
    function _buying(address receiver, address about, TokenInput memory input)
        private
        pure
        returns (bytes[6] memory calls)
    {
        ApproxParams memory approx = ApproxParams(0, 1, 0, 1, 0);
        calls[0] = abi.encodeCall(IPendleRouter.mintSyFromToken, (receiver, about, 1, input));
        calls[1] = abi.encodeCall(IPendleRouter.mintPyFromToken, (receiver, about, 1, input));
        calls[2] = _buy(receiver, about, approx, input, _noOrders());
        calls[3] = abi.encodeCall(
            IPendleRouter.swapExactTokenForYt, (receiver, about, 1, approx, input, _noOrders())
        );
        calls[4] = abi.encodeCall(
            IPendleRouter.addLiquiditySingleToken, (receiver, about, 1, approx, input, _noOrders())
        );
        calls[5] = abi.encodeCall(IPendleRouter.addLiquiditySingleTokenKeepYt, (receiver, about, 1, 1, input));
    }

    /// @dev Every call that pays the asset out.
    function _selling(address receiver, address about, TokenOutput memory output, LimitOrderData memory limit)
        private
        pure
        returns (bytes[7] memory calls)
    {
        calls[0] = abi.encodeCall(IPendleRouter.redeemSyToToken, (receiver, about, 1, output));
        calls[1] = abi.encodeCall(IPendleRouter.redeemPyToToken, (receiver, about, 1, output));
        calls[2] = abi.encodeCall(IPendleRouter.swapExactPtForToken, (receiver, about, 1, output, limit));
        calls[3] = abi.encodeCall(IPendleRouter.swapExactYtForToken, (receiver, about, 1, output, limit));
        calls[4] =
            abi.encodeCall(IPendleRouter.removeLiquiditySingleToken, (receiver, about, 1, output, limit));
        calls[5] = abi.encodeCall(IPendleRouter.exitPreExpToToken, (receiver, about, 1, 1, 1, output, limit));
        calls[6] = abi.encodeCall(IPendleRouter.exitPostExpToToken, (receiver, about, 1, 1, output));
    }

    /// @dev Every call between tokens of one market.
    function _within(
        address receiver,
        address market,
        ApproxParams memory approx,
        LimitOrderData memory limit
    ) private pure returns (bytes[4] memory calls) {
        calls[0] = abi.encodeCall(IPendleRouter.swapExactPtForYt, (receiver, market, 1, 1, approx));
        calls[1] = abi.encodeCall(IPendleRouter.swapExactYtForPt, (receiver, market, 1, 1, approx));
        calls[2] = abi.encodeCall(IPendleRouter.swapExactSyForPt, (receiver, market, 1, 1, approx, limit));
        calls[3] = abi.encodeCall(IPendleRouter.swapExactPtForSy, (receiver, market, 1, 1, limit));
    }

    /// @dev What each call is about: SY, YT, or a market.
    function _aboutOf(uint256 i, bool isLater) private view returns (address) {
        if (i == 0) return SY;
        return i == 1 ? (isLater ? LATER_YT : YT) : (isLater ? LATER_MARKET : MARKET);
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

    function test_default_everyCallOfBothMarketsPasses() public view {
        ApproxParams memory approx = ApproxParams(0, 1, 0, 256, 1e16);
        for (uint256 later; later < 2; ++later) {
            for (uint256 i; i < 7; ++i) {
                address about = _aboutOf(i, later == 1);
                if (i < 6) check(address(_checker), 0, _buying(ACCOUNT, about, _input())[i]);
                check(address(_checker), 0, _selling(ACCOUNT, about, _output(), _noOrders())[i]);
                if (i < 4) {
                    check(
                        address(_checker),
                        0,
                        _within(ACCOUNT, _aboutOf(2, later == 1), approx, _noOrders())[i]
                    );
                }
            }
        }
    }

    function test_I61_noCallGivesAnotherAnything() public {
        for (uint256 i; i < 7; ++i) {
            if (i < 6) _refusesRecipient(_buying(OTHER, _aboutOf(i, false), _input())[i]);
            _refusesRecipient(_selling(OTHER, _aboutOf(i, false), _output(), _noOrders())[i]);
            if (i < 4) {
                _refusesRecipient(_within(OTHER, MARKET, ApproxParams(0, 1, 0, 1, 0), _noOrders())[i]);
            }
        }
        address[] memory none = new address[](0);
        _refusesRecipient(
            abi.encodeCall(IPendleRouter.redeemDueInterestAndRewards, (OTHER, none, none, none))
        );
    }

    function _refusesRecipient(bytes memory data) private {
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, OTHER));
        this.check(address(_checker), 0, data);
    }

    function test_I65_noCallIsAboutAnotherMarket() public {
        for (uint256 i; i < 7; ++i) {
            if (i < 6) _refuses(_buying(ACCOUNT, OTHER, _input())[i]);
            _refuses(_selling(ACCOUNT, OTHER, _output(), _noOrders())[i]);
            if (i < 4) _refuses(_within(ACCOUNT, OTHER, ApproxParams(0, 1, 0, 1, 0), _noOrders())[i]);
        }
    }

    function test_I31_noCallTakesADetourOnItsWayIn() public {
        TokenInput[6] memory detours;
        for (uint256 i; i < detours.length; ++i) {
            detours[i] = _input();
        }
        detours[0].tokenIn = OTHER;
        detours[1].tokenMintSy = OTHER;
        detours[2].pendleSwap = OTHER;
        detours[3].swapData.swapType = 1;
        detours[4].swapData.extRouter = OTHER;
        detours[5].swapData.extCalldata = hex"01";
        for (uint256 i; i < 6; ++i) {
            for (uint256 j; j < detours.length; ++j) {
                _refuses(_buying(ACCOUNT, _aboutOf(i, false), detours[j])[i]);
            }
        }
    }

    function test_I31_noCallTakesADetourOnItsWayOut() public {
        TokenOutput[6] memory detours;
        for (uint256 i; i < detours.length; ++i) {
            detours[i] = _output();
        }
        detours[0].tokenOut = OTHER;
        detours[1].tokenRedeemSy = OTHER;
        detours[2].pendleSwap = OTHER;
        detours[3].swapData.swapType = 1;
        detours[4].swapData.extRouter = OTHER;
        detours[5].swapData.extCalldata = hex"01";
        for (uint256 i; i < 7; ++i) {
            for (uint256 j; j < detours.length; ++j) {
                _refuses(_selling(ACCOUNT, _aboutOf(i, false), detours[j], _noOrders())[i]);
            }
        }
    }

    function test_I31_noCallFillsOrdersOfOthers() public {
        LimitOrderData[4] memory orders = [_noOrders(), _noOrders(), _noOrders(), _noOrders()];
        orders[0].limitRouter = OTHER;
        orders[1].normalFills = new FillOrderParams[](1);
        orders[2].flashFills = new FillOrderParams[](1);
        orders[3].optData = hex"01";
        ApproxParams memory approx = ApproxParams(0, 1, 0, 1, 0);
        for (uint256 j; j < orders.length; ++j) {
            // The sales from the first that may, up to the one after the last.
            for (uint256 i = 2; i < 6; ++i) {
                _refuses(_selling(ACCOUNT, MARKET, _output(), orders[j])[i]);
            }
            _refuses(_within(ACCOUNT, MARKET, approx, orders[j])[2]);
            _refuses(_within(ACCOUNT, MARKET, approx, orders[j])[3]);
            _refuses(_buy(ACCOUNT, MARKET, approx, _input(), orders[j]));
            _refuses(
                abi.encodeCall(
                    IPendleRouter.swapExactTokenForYt, (ACCOUNT, MARKET, 1, approx, _input(), orders[j])
                )
            );
            _refuses(
                abi.encodeCall(
                    IPendleRouter.addLiquiditySingleToken, (ACCOUNT, MARKET, 1, approx, _input(), orders[j])
                )
            );
        }
    }

    function test_behavior_noCallSearchesWithoutEnd() public {
        ApproxParams[2] memory endless = [ApproxParams(0, 1, 0, 257, 0), ApproxParams(0, 1, 0, 1, 1e16 + 1)];
        for (uint256 j; j < endless.length; ++j) {
            for (uint256 i; i < 3; ++i) {
                _refuses(_within(ACCOUNT, MARKET, endless[j], _noOrders())[i]);
            }
        }
    }

    function test_error_everythingElse() public {
        string[4] memory others = [
            "simulate(address,bytes)",
            "multicall((bool,bytes)[])",
            "swapTokenToToken(address,uint256,(address,uint256,address,address,(uint8,address,bytes,bool)))",
            "boostMarkets(address[])"
        ];
        for (uint256 i; i < others.length; ++i) {
            _refuses(abi.encodeWithSelector(bytes4(keccak256(bytes(others[i]))), ACCOUNT, MARKET));
        }
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
        assertEq(Words.at(check(address(_tokens), 0, abi.encodeCall(IERC20.approve, (ROUTER, 1))), 0), 0);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.SpenderNotAllowed.selector, address(0), OTHER));
        this.check(address(_tokens), 0, abi.encodeCall(IERC20.approve, (OTHER, 1)));
    }

    function test_I61_tokensAreLetTakenAndNeverMoved() public {
        bytes[2] memory others = [
            abi.encodeCall(IERC20.transfer, (ACCOUNT, 1)),
            abi.encodeCall(IERC20.transferFrom, (ACCOUNT, OTHER, 1))
        ];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, address(0), bytes4(others[i]))
            );
            this.check(address(_tokens), 0, others[i]);
        }
        vm.expectRevert(ICageErrors.NativeNotAllowed.selector);
        this.check(address(_tokens), 1, abi.encodeCall(IERC20.approve, (ROUTER, 1)));
    }
}
