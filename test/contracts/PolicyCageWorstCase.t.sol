// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {PriceFeed} from "../../harness/world/contracts/PriceFeed.sol";
import {Leg, Pledge} from "../../tools/contracts/interfaces/Position.sol";
import {CageFixture} from "./CageFixture.sol";
import {MockToken} from "./mocks/Mocks.sol";
import {HostileReader, Mischief, WastefulChecker} from "./mocks/Readers.sol";
import {LendingPool, PeggedToken} from "./mocks/Receipts.sol";
import {PledgeScheme} from "./mocks/Schemes.sol";

/// @notice As much as a cage can watch, and readers and a checker that burn all that they are given: an exit stays below
/// the gas limit of the default policy. Each call is a transaction of its own, so that nothing is warm.
/// forge-config: default.isolate = true
contract PolicyCageWorstCaseTest is CageFixture {
    uint256 private constant ASSETS = 24;
    uint256 private constant KEYS = 16;
    uint256 private constant PLEDGES = 16;
    uint256 private constant MAX_GAS_LIMIT = 5_000_000;

    MockToken[] private _tokens;
    PriceFeed[] private _feeds;
    LendingPool[] private _pools;
    PeggedToken[] private _receipts;
    HostileReader[] private _readers;
    WastefulChecker private _checker;
    PledgeScheme private _scheme;

    function _prepare() internal override {
        (_checker, _scheme) = (new WastefulChecker(), new PledgeScheme());
        for (uint256 i = 3; i < ASSETS; ++i) {
            _tokens.push(new MockToken("T", 18));
            _feeds.push(new PriceFeed(8, "T / USD", 1e8));
        }
        for (uint256 i; i < KEYS; ++i) {
            _pools.push(new LendingPool());
            _receipts.push(new PeggedToken("aWETH", weth, false));
            _readers.push(new HostileReader(_pools[i]));
        }
    }

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.windowSpendCapUsdc = 1_000_000e6;
        IPolicyCage.AssetConfig[] memory assets = new IPolicyCage.AssetConfig[](ASSETS);
        for (uint256 i; i < ASSETS; ++i) {
            assets[i] = i < 3
                ? c.assets[i]
                : IPolicyCage.AssetConfig(
                    address(_tokens[i - 3]), address(_feeds[i - 3]), STALENESS, type(uint256).max, false
                );
        }
        c.assets = assets;
        c.targets[0].checker = _code(address(_checker));
        IPolicyCage.TargetConfig[] memory targets = new IPolicyCage.TargetConfig[](KEYS + 1);
        c.places = new bytes32[](KEYS);
        targets[KEYS] = c.targets[0];
        for (uint256 i; i < KEYS; ++i) {
            targets[i].target = address(_pools[i]);
            targets[i].selectors = new bytes4[](2);
            targets[i].selectors[0] = LendingPool.supply.selector;
            targets[i].selectors[1] = LendingPool.withdraw.selector;
            targets[i].reader = _code(address(_readers[i]));
            if (i == 0) targets[i].checker = _code(address(_checker));
            c.places[i] = bytes32(uint256(uint160(address(_receipts[i]))));
        }
        c.targets = targets;
        c.schemes = new IPolicyCage.Code[](1);
        c.schemes[0] = _code(address(_scheme));
    }

    function setUp() public override {
        super.setUp();
        _run(_buyWeth(40_000e6));
        for (uint256 i = 3; i < ASSETS; ++i) {
            _wait();
            _run(_swap(usdc, 100e6, _tokens[i - 3], 100e18));
        }
        for (uint256 i; i < KEYS; ++i) {
            _wait();
            IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
            bytes memory data = abi.encodeCall(LendingPool.supply, (_receipts[i], 1e18, address(cage)));
            calls[0] = _call(address(weth), abi.encodeCall(IERC20.approve, (address(_pools[i]), 1e18)));
            calls[1] = _call(address(_pools[i]), data);
            _run(calls);
        }
        assertEq(_count(), KEYS);
        _pledge();
        _wait();
        for (uint256 i; i < KEYS; ++i) {
            _readers[i].misbehave(Mischief.Burn, 0, address(cage));
        }
        vm.prank(guardian);
        cage.pause();
    }

    function test_I71_aSaleStaysBelowTheGasLimit() public {
        _exit(_sellWeth(1e18, 2_000));
        assertEq(weth.balanceOf(address(cage)), 3e18);
    }

    function test_I71_unwindingStaysBelowTheGasLimit() public {
        bytes memory data = abi.encodeCall(LendingPool.withdraw, (_receipts[0], 1e18, address(cage)));
        _exit(_calls(address(_pools[0]), 0, data));
        assertEq(weth.balanceOf(address(cage)), 5e18);
    }

    /// @dev Orders that are over at the exit, which forgets them.
    function _pledge() private {
        _wait();
        Pledge memory p;
        (p.spender, p.to) = (address(_pools[0]), address(cage));
        p.until = uint40(block.timestamp + INTERVAL - 1);
        p.legs = new Leg[](2);
        (p.legs[0], p.legs[1]) = (Leg(address(usdc), -1e6), Leg(address(weth), 0.0005e18));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](PLEDGES);
        for (uint256 i; i < PLEDGES; ++i) {
            calls[i] = _call(address(_scheme), abi.encode(i, p));
        }
        _run(calls);
    }

    /// @dev Nothing is left over of the limit for the transaction itself.
    function _exit(IPolicyCage.Call[] memory calls) private {
        bytes memory data = abi.encodeCall(cage.execute, (calls, block.timestamp, _permit(), bytes("")));
        uint256 intrinsic = 21_000 + 16 * data.length;
        uint256 before = gasleft();
        vm.prank(operator);
        (bool ok, bytes memory reason) = address(cage).call{gas: MAX_GAS_LIMIT - intrinsic}(data);
        emit log_named_uint("gas", before - gasleft() + intrinsic);
        assertTrue(ok, vm.toString(reason));
    }

    function _wait() private {
        _pass(INTERVAL);
        for (uint256 i; i < _feeds.length; ++i) {
            _feeds[i].setAnswer(1e8, block.timestamp);
        }
    }
}
