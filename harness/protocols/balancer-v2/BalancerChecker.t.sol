// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {BalancerChecker} from "../../../tools/protocols/balancer-v2/contracts/BalancerChecker.sol";
import {IBalancerVault} from "../../../tools/protocols/balancer-v2/contracts/IBalancer.sol";

/// @notice An account swaps, joins, leaves and keeps tokens in the Vault for itself alone.
contract BalancerCheckerTest is Test {
    address private constant ACCOUNT = address(0xacc);
    address private constant OTHER = address(0xbad);
    address private constant VAULT = address(0xba1);
    address private constant POOL = address(0x9001);
    address private constant USDC = address(0x1);
    address private constant DAI = address(0x2);
    /// @dev Specializations stand after the address: two tokens, and general.
    bytes32 private constant WEIGHTED = bytes32(bytes20(POOL)) | bytes32(uint256(2) << 80);
    bytes32 private constant STABLE = bytes32(bytes20(POOL));
    BalancerChecker private _checker = new BalancerChecker(VAULT);

    function check(uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(_checker), abi.encodeCall(_checker.check, (ACCOUNT, value, data)));
    }

    function _passes(bytes memory data) private view {
        bytes memory said = check(0, data);
        // It revokes nothing and pledges nothing.
        assertEq(Words.at(said, 0), 0);
        assertEq(Words.at(said, 2), 0);
    }

    function _refuses(bytes memory data, bytes memory why) private {
        vm.expectRevert(why);
        this.check(0, data);
    }

    function _foreign(address gaining) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, gaining);
    }

    function _refused(bytes4 selector) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, VAULT, selector);
    }

    function _funds(address sender, bool from, address recipient, bool to)
        private
        pure
        returns (IBalancerVault.FundManagement memory)
    {
        return IBalancerVault.FundManagement(sender, from, recipient, to);
    }

    function _swap(address assetOut, IBalancerVault.FundManagement memory funds)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodeCall(
            IBalancerVault.swap,
            (IBalancerVault.SingleSwap(STABLE, 0, USDC, assetOut, 1, ""), funds, 1, type(uint256).max)
        );
    }

    function _batch(address assetOut, IBalancerVault.FundManagement memory funds)
        private
        pure
        returns (bytes memory)
    {
        IBalancerVault.BatchSwapStep[] memory steps = new IBalancerVault.BatchSwapStep[](1);
        steps[0] = IBalancerVault.BatchSwapStep(STABLE, 0, 1, 1, "");
        address[] memory assets = new address[](2);
        (assets[0], assets[1]) = (USDC, assetOut);
        return abi.encodeCall(
            IBalancerVault.batchSwap, (0, steps, assets, funds, new int256[](2), type(uint256).max)
        );
    }

    function _request(address asset, uint256 kind, bool inside)
        private
        pure
        returns (IBalancerVault.PoolRequest memory)
    {
        address[] memory assets = new address[](1);
        assets[0] = asset;
        return IBalancerVault.PoolRequest(assets, new uint256[](1), abi.encode(kind, 1), inside);
    }

    function _join(address sender, address recipient, IBalancerVault.PoolRequest memory request)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodeCall(IBalancerVault.joinPool, (STABLE, sender, recipient, request));
    }

    function _exit(
        bytes32 poolId,
        address sender,
        address recipient,
        IBalancerVault.PoolRequest memory request
    ) private pure returns (bytes memory) {
        return abi.encodeCall(IBalancerVault.exitPool, (poolId, sender, recipient, request));
    }

    function _manage(uint8 kind, address asset, address sender, address recipient)
        private
        pure
        returns (bytes memory)
    {
        IBalancerVault.UserBalanceOp[] memory ops = new IBalancerVault.UserBalanceOp[](2);
        ops[0] = IBalancerVault.UserBalanceOp(0, USDC, 1, ACCOUNT, ACCOUNT);
        ops[1] = IBalancerVault.UserBalanceOp(kind, asset, 1, sender, recipient);
        return abi.encodeCall(IBalancerVault.manageUserBalance, (ops));
    }

    function test_default_ownActsPass() public view {
        _passes(_swap(DAI, _funds(ACCOUNT, false, ACCOUNT, false)));
        _passes(_batch(DAI, _funds(ACCOUNT, false, ACCOUNT, false)));
        _passes(_join(ACCOUNT, ACCOUNT, _request(USDC, 1, false)));
        _passes(_exit(STABLE, ACCOUNT, ACCOUNT, _request(USDC, 0, false)));
        _passes(_exit(STABLE, ACCOUNT, ACCOUNT, _request(USDC, 2, false)));
        _passes(_exit(WEIGHTED, ACCOUNT, ACCOUNT, _request(USDC, 1, false)));
        // The way out that no pause closes.
        _passes(_exit(STABLE, ACCOUNT, ACCOUNT, _request(USDC, 255, false)));
        _passes(_exit(WEIGHTED, ACCOUNT, ACCOUNT, _request(USDC, 255, false)));
        _passes(_manage(1, USDC, ACCOUNT, ACCOUNT));
    }

    function test_I61_nobodyElseGains() public {
        _refuses(_swap(DAI, _funds(ACCOUNT, false, OTHER, false)), _foreign(OTHER));
        _refuses(_batch(DAI, _funds(ACCOUNT, false, OTHER, false)), _foreign(OTHER));
        _refuses(_join(ACCOUNT, OTHER, _request(USDC, 1, false)), _foreign(OTHER));
        _refuses(_exit(STABLE, ACCOUNT, OTHER, _request(USDC, 2, false)), _foreign(OTHER));
        _refuses(_exit(STABLE, ACCOUNT, OTHER, _request(USDC, 255, false)), _foreign(OTHER));
        _refuses(_manage(0, USDC, ACCOUNT, OTHER), _foreign(OTHER));
        _refuses(_manage(1, USDC, ACCOUNT, OTHER), _foreign(OTHER));
    }

    function test_I61_nobodyElsesFundsAreTaken() public {
        _refuses(_swap(DAI, _funds(OTHER, false, ACCOUNT, false)), _foreign(OTHER));
        _refuses(_batch(DAI, _funds(OTHER, false, ACCOUNT, false)), _foreign(OTHER));
        _refuses(_join(OTHER, ACCOUNT, _request(USDC, 1, false)), _foreign(OTHER));
        _refuses(_exit(STABLE, OTHER, ACCOUNT, _request(USDC, 2, false)), _foreign(OTHER));
        _refuses(_manage(1, USDC, OTHER, ACCOUNT), _foreign(OTHER));
    }

    function test_I65_nothingOfWhatIsInsideMovesUnseen() public {
        _refuses(_swap(DAI, _funds(ACCOUNT, true, ACCOUNT, false)), _foreign(VAULT));
        _refuses(_swap(DAI, _funds(ACCOUNT, false, ACCOUNT, true)), _foreign(VAULT));
        _refuses(_batch(DAI, _funds(ACCOUNT, true, ACCOUNT, false)), _foreign(VAULT));
        _refuses(_batch(DAI, _funds(ACCOUNT, false, ACCOUNT, true)), _foreign(VAULT));
        _refuses(_join(ACCOUNT, ACCOUNT, _request(USDC, 1, true)), _foreign(VAULT));
        _refuses(_exit(STABLE, ACCOUNT, ACCOUNT, _request(USDC, 2, true)), _foreign(VAULT));
    }

    function test_I65_noSharesBySwaps() public {
        bytes memory why = abi.encodeWithSelector(ICageErrors.AssetNotAllowed.selector, POOL);
        _refuses(_swap(POOL, _funds(ACCOUNT, false, ACCOUNT, false)), why);
        _refuses(_batch(POOL, _funds(ACCOUNT, false, ACCOUNT, false)), why);
        // What is given counts as what is taken does.
        IBalancerVault.FundManagement memory own = _funds(ACCOUNT, false, ACCOUNT, false);
        IBalancerVault.SingleSwap memory step = IBalancerVault.SingleSwap(STABLE, 0, POOL, DAI, 1, "");
        _refuses(abi.encodeCall(IBalancerVault.swap, (step, own, 1, type(uint256).max)), why);
    }

    /// @notice Any step of a way may be the one into a pool whose shares it names.
    function test_I65_noSharesByAnyStepOfASwap() public {
        bytes32[3] memory pools =
            [bytes32(bytes20(address(0x9002))), bytes32(bytes20(address(0x9003))), STABLE];
        for (uint256 at; at < 3; ++at) {
            for (uint256 given; given < 2; ++given) {
                IBalancerVault.BatchSwapStep[] memory steps = new IBalancerVault.BatchSwapStep[](3);
                for (uint256 i; i < 3; ++i) {
                    steps[i] = IBalancerVault.BatchSwapStep(pools[(i + at) % 3], 0, 1, 1, "");
                }
                address[] memory assets = new address[](2);
                (assets[0], assets[1]) = given == 0 ? (USDC, POOL) : (POOL, USDC);
                _refuses(
                    abi.encodeCall(
                        IBalancerVault.batchSwap,
                        (0, steps, assets, _funds(ACCOUNT, false, ACCOUNT, false), new int256[](2), 1)
                    ),
                    abi.encodeWithSelector(ICageErrors.AssetNotAllowed.selector, POOL)
                );
            }
        }
    }

    /// @notice Of several moves inside of the Vault each is looked at, and each asset of a request.
    function test_I61_noneHidesBehindAnother() public {
        IBalancerVault.UserBalanceOp[] memory ops = new IBalancerVault.UserBalanceOp[](2);
        ops[1] = IBalancerVault.UserBalanceOp(0, USDC, 1, ACCOUNT, ACCOUNT);
        ops[0] = IBalancerVault.UserBalanceOp(0, USDC, 1, ACCOUNT, OTHER);
        _refuses(abi.encodeCall(IBalancerVault.manageUserBalance, (ops)), _foreign(OTHER));
        ops[0] = IBalancerVault.UserBalanceOp(3, USDC, 1, ACCOUNT, ACCOUNT);
        _refuses(
            abi.encodeCall(IBalancerVault.manageUserBalance, (ops)),
            _refused(IBalancerVault.manageUserBalance.selector)
        );
        for (uint256 native; native < 2; ++native) {
            address[] memory assets = new address[](2);
            assets[1 - native] = USDC;
            _refuses(
                _join(
                    ACCOUNT,
                    ACCOUNT,
                    IBalancerVault.PoolRequest(assets, new uint256[](2), abi.encode(1, 1), false)
                ),
                abi.encodeWithSelector(ICageErrors.NativeNotAllowed.selector)
            );
        }
    }

    function test_error_otherWaysInAndOut() public {
        bytes4 join = IBalancerVault.joinPool.selector;
        bytes4 exit = IBalancerVault.exitPool.selector;
        uint256[3] memory joins = [uint256(0), 2, 3];
        for (uint256 i; i < joins.length; ++i) {
            _refuses(_join(ACCOUNT, ACCOUNT, _request(USDC, joins[i], false)), _refused(join));
        }
        // What is in proportion in the one kind of pool asks for exact tokens in the other.
        _refuses(_exit(STABLE, ACCOUNT, ACCOUNT, _request(USDC, 1, false)), _refused(exit));
        _refuses(_exit(WEIGHTED, ACCOUNT, ACCOUNT, _request(USDC, 2, false)), _refused(exit));
        bytes4 manage = IBalancerVault.manageUserBalance.selector;
        _refuses(_manage(2, USDC, ACCOUNT, ACCOUNT), _refused(manage));
        _refuses(_manage(3, USDC, ACCOUNT, ACCOUNT), _refused(manage));
    }

    function test_error_everythingElse() public {
        bytes memory relayer =
            abi.encodeWithSignature("setRelayerApproval(address,address,bool)", ACCOUNT, OTHER, true);
        _refuses(relayer, _refused(bytes4(relayer)));
        bytes memory transfer = abi.encodeCall(IERC20.transfer, (ACCOUNT, 1));
        _refuses(transfer, _refused(bytes4(transfer)));
    }

    function test_error_nativeCoins() public {
        bytes memory why = abi.encodeWithSelector(ICageErrors.NativeNotAllowed.selector);
        vm.expectRevert(why);
        this.check(1, _manage(1, USDC, ACCOUNT, ACCOUNT));
        _refuses(_swap(address(0), _funds(ACCOUNT, false, ACCOUNT, false)), why);
        IBalancerVault.SingleSwap memory step = IBalancerVault.SingleSwap(STABLE, 0, address(0), DAI, 1, "");
        _refuses(
            abi.encodeCall(IBalancerVault.swap, (step, _funds(ACCOUNT, false, ACCOUNT, false), 1, 1)), why
        );
        _refuses(_batch(address(0), _funds(ACCOUNT, false, ACCOUNT, false)), why);
        _refuses(_join(ACCOUNT, ACCOUNT, _request(address(0), 1, false)), why);
        _refuses(_exit(STABLE, ACCOUNT, ACCOUNT, _request(address(0), 2, false)), why);
        _refuses(_manage(1, address(0), ACCOUNT, ACCOUNT), why);
    }
}
