// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CageFixture} from "../../../test/contracts/CageFixture.sol";
import {MockToken} from "../../../test/contracts/mocks/Mocks.sol";
import {IPolicyCage} from "../../../tools/contracts/IPolicyCage.sol";
import {IPositionManager} from "../../../tools/protocols/uniswap-v3/contracts/IPositionManager.sol";
import {IStaker} from "../../../tools/protocols/uniswap-v3/contracts/IStaker.sol";
import {LpExposure} from "../../../tools/contracts/libraries/LpExposure.sol";
import {UniswapV3Checker} from "../../../tools/protocols/uniswap-v3/contracts/UniswapV3Checker.sol";
import {UniswapV3Reader} from "../../../tools/protocols/uniswap-v3/contracts/UniswapV3Reader.sol";
import {
    UniswapV3StakerChecker
} from "../../../tools/protocols/uniswap-v3/contracts/UniswapV3StakerChecker.sol";
import {MockPositionManager} from "./MockPositionManager.sol";
import {MockStaker} from "./MockStaker.sol";

/// @notice A cage that may hold positions of WETH and USDC, and has 10 WETH.
abstract contract UniswapV3Fixture is CageFixture {
    uint128 internal constant LIQUIDITY = 2e15;
    MockPositionManager internal manager;
    UniswapV3Reader internal reader;
    UniswapV3Checker internal checker;
    MockStaker internal staker;
    UniswapV3StakerChecker internal stakerChecker;
    MockToken internal token0;
    MockToken internal token1;

    function _prepare() internal override {
        manager = new MockPositionManager();
        staker = new MockStaker(manager);
        reader = new UniswapV3Reader(IPositionManager(address(manager)), IStaker(address(staker)));
        stakerChecker = new UniswapV3StakerChecker(address(staker));
        checker = new UniswapV3Checker(address(manager), address(staker));
        (token0, token1) = address(weth) < address(usdc) ? (MockToken(weth), usdc) : (usdc, MockToken(weth));
    }

    function _config() internal view virtual override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.targets[2].target = address(manager);
        c.targets[2].selectors = new bytes4[](7);
        c.targets[2].selectors[0] = MockPositionManager.mint.selector;
        c.targets[2].selectors[1] = MockPositionManager.increaseLiquidity.selector;
        c.targets[2].selectors[2] = MockPositionManager.decreaseLiquidity.selector;
        c.targets[2].selectors[3] = MockPositionManager.collect.selector;
        c.targets[2].selectors[4] = MockPositionManager.transferFrom.selector;
        c.targets[2].selectors[5] = MockPositionManager.multicall.selector;
        c.targets[2].selectors[6] = MockPositionManager.burn.selector;
        (c.targets[2].checker, c.targets[2].reader) = (_code(address(checker)), _code(address(reader)));
        c.places[0] = keccak256(abi.encode(manager, token0, token1, 3000));
    }

    function setUp() public virtual override {
        super.setUp();
        _run(_buyWeth(20_000e6));
        _pass(1 days + 1 hours);
        manager.setSqrtPrice(_sqrtPrice(2_000));
    }

    function _mintPosition() internal {
        _run(_mintCalls(address(cage)));
    }

    function _mintCalls(address to) internal view returns (IPolicyCage.Call[] memory calls) {
        calls = new IPolicyCage.Call[](3);
        bytes memory approve = abi.encodeCall(IERC20.approve, (address(manager), 1e30));
        calls[0] = _call(address(token0), approve);
        calls[1] = _call(address(token1), approve);
        calls[2] = _call(address(manager), abi.encodeCall(manager.mint, (_mintParams(to))));
    }

    function _mintParams(address to) internal view returns (MockPositionManager.MintParams memory p) {
        p.token0 = address(token0);
        p.token1 = address(token1);
        bool wethFirst = address(token0) == address(weth);
        // 2 000 USDC a WETH is tick -200 311 or 200 311
        p.tickLower = wethFirst ? int24(-203_160) : int24(197_460);
        p.tickUpper = wethFirst ? int24(-197_460) : int24(203_160);
        p.amount0Desired = LIQUIDITY;
        p.recipient = to;
    }

    function _increase(uint256 id, uint256 liquidity)
        internal
        pure
        returns (MockPositionManager.IncreaseLiquidityParams memory p)
    {
        (p.tokenId, p.amount0Desired) = (id, liquidity);
    }

    function _decrease(uint256 id, uint128 liquidity) internal view returns (bytes memory) {
        return abi.encodeCall(
            manager.decreaseLiquidity,
            (MockPositionManager.DecreaseLiquidityParams(id, liquidity, 0, 0, block.timestamp))
        );
    }

    function _sqrtPrice(uint256 dollars) internal view returns (uint160) {
        return address(token0) == address(weth)
            ? LpExposure.sqrtPriceX96(dollars * 1e18, 1e30)
            : LpExposure.sqrtPriceX96(1e30, dollars * 1e18);
    }

    function _collect(uint256 id, address recipient, uint128 amount0, uint128 amount1)
        internal
        view
        returns (bytes memory)
    {
        return abi.encodeCall(
            manager.collect, (MockPositionManager.CollectParams(id, recipient, amount0, amount1))
        );
    }
}
