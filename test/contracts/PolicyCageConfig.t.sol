// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {MockToken} from "./mocks/Mocks.sol";

/// @notice What a policy may not say, and calls at the edge of one.
contract PolicyCageConfigTest is CageFixture {
    function test_error_invalidConfig() public {
        IPolicyCage.CageConfig memory c;
        for (uint256 i; i < 13; ++i) {
            c = _config();
            if (i == 0) c.owner = address(0);
            if (i == 1) c.loosenDelaySeconds = 30 days + 1;
            if (i == 2) c.maxDrawdownBps = 10_001;
            if (i == 3) c.maxLossBps = 10_001;
            if (i == 4) c.maxStaleExitLossBps = 10_001;
            if (i == 5) c.assets[1].token = address(usdc);
            if (i == 6) c.assets[1].token = address(new MockToken("BIG", 19));
            if (i == 7) c.recipients[0] = address(0);
            if (i == 8) c.targets[0].target = address(0);
            if (i == 9) c.recipients[0] = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
            if (i == 10) {
                c.targets[0].target = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
            }
            if (i == 11) {
                c.assets[1].token = address(0);
                vm.mockCall(address(0), abi.encodeWithSignature("decimals()"), abi.encode(18));
            }
            if (i == 12) {
                c.assets[1].token = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
                vm.mockCall(c.assets[1].token, abi.encodeWithSignature("decimals()"), abi.encode(18));
            }
            _refuse(c, abi.encodeWithSelector(ICageErrors.InvalidConfig.selector));
        }
        c = _config();
        c.assets = new IPolicyCage.AssetConfig[](25);
        for (uint256 i; i < 25; ++i) {
            MockToken token = new MockToken("T", 18);
            c.assets[i] = IPolicyCage.AssetConfig(address(token), address(usdcFeed), STALENESS, 1, false);
        }
        _refuse(c, abi.encodeWithSelector(ICageErrors.TooManyAssets.selector, 25, 24));
    }

    function test_error_invalidChange() public {
        vm.startPrank(owner);
        bytes[5] memory changes = [
            abi.encodeCall(cage.setMaxDrawdownBps, (10_001)),
            abi.encodeCall(cage.setLoosenDelay, (30 days + 1)),
            abi.encodeCall(cage.setOwner, (address(0))),
            abi.encodeCall(cage.setRecipient, (address(cage), true)),
            abi.encodeCall(cage.setRecipient, (address(0), true))
        ];
        for (uint256 i; i < changes.length; ++i) {
            cage.queue(changes[i]);
            vm.warp(block.timestamp + DELAY);
            (bool ok, bytes memory reason) = address(cage).call(changes[i]);
            assertFalse(ok);
            assertEq(bytes4(reason), ICageErrors.InvalidConfig.selector);
        }
    }

    function test_config() public {
        IPolicyCage.CageConfig memory c = _config();
        c.windowSpendCapUsdc = type(uint256).max;
        c.targets[1].selectors[1] = c.targets[1].selectors[0]; // twice the same counts once
        cage = IPolicyCage(deployCode("PolicyCage.sol:PolicyCage", abi.encode(c)));
        IPolicyCage.Policy memory p = cage.policy();
        assertEq(p.windowSpendCapUsdc, type(uint256).max);
        assertEq(p.windowLossCapUsdc, LOSS_CAP);
        assertEq(p.wrappedNative, address(weth));
        assertEq(p.minHealth, 1.1e18);
        (address checker, address reader) = cage.codeOf(address(venue));
        assertEq(checker, address(venueChecker));
        assertEq(reader, address(venueReader));
        assertTrue(cage.isPlaceAllowed(c.places[0]));
        assertFalse(cage.isPlaceAllowed(0));
        assertEq(cage.assets()[0].capUsdc, type(uint256).max);
        vm.prank(owner);
        cage.setPositionCap(address(weth), 1e6 - 1); // whole cents, rounded down
        assertEq(cage.assets()[1].capUsdc, 990_000);
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = c.targets[1].selectors[0];
        vm.prank(owner);
        cage.removeSelectors(address(weth), selectors);
        vm.prank(owner);
        cage.removeSelectors(address(weth), selectors);
        assertFalse(cage.isTarget(address(weth)));
    }

    function test_error_nativeWithoutAWrappedAsset() public {
        IPolicyCage.CageConfig memory c = _config();
        c.wrappedNative = thief;
        cage = IPolicyCage(deployCode("PolicyCage.sol:PolicyCage", abi.encode(c)));
        address[2] memory to = [payee, address(exchange)];
        for (uint256 i; i < 2; ++i) {
            _runReverts(_calls(to[i], 1, ""), abi.encodeWithSelector(ICageErrors.NativeNotAllowed.selector));
        }
    }

    function test_error_transferOfAnUnknownToken() public {
        MockToken other = new MockToken("OTHER", 18);
        _runReverts(
            _calls(address(other), 0, abi.encodeCall(IERC20.transfer, (payee, 1))),
            abi.encodeWithSelector(
                ICageErrors.TargetNotAllowed.selector, address(other), IERC20.transfer.selector
            )
        );
    }

    function test_tokenThatReturnsNothing() public {
        vm.mockCall(address(wbtc), abi.encodeCall(IERC20.transfer, (payee, 0)), "");
        _run(_calls(address(wbtc), 0, abi.encodeCall(IERC20.transfer, (payee, 0))));
    }

    function test_I10_error_boughtWithoutAPriceEver() public {
        wbtcFeed.setAnswer(0, block.timestamp);
        cage = IPolicyCage(deployCode("PolicyCage.sol:PolicyCage", abi.encode(_config())));
        vm.startPrank(owner);
        usdc.approve(address(cage), 1e9);
        cage.deposit(address(usdc), 1e9);
        vm.stopPrank();
        _runReverts(
            _swap(usdc, 1e6, wbtc, 1e8), abi.encodeWithSelector(ICageErrors.PriceUnavailable.selector, wbtc)
        );
    }

    function test_I10_error_valueWithoutAFreshPrice() public {
        _run(_buyWeth(1_000e6));
        wethFeed.setAnswer(0, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.PriceUnavailable.selector, weth));
        cage.positionValueUsdc(address(weth));
    }

    /// @notice Bits beyond an argument's type loosen nothing.
    function test_I32_dirtyArguments() public {
        uint256 dirty = uint256(1) << 32;
        vm.prank(owner);
        (bool ok,) = address(cage)
            .call(abi.encodePacked(IPolicyCage.setMinRebalanceInterval.selector, abi.encode(dirty)));
        assertFalse(ok);
        assertEq(cage.policy().minRebalanceIntervalSeconds, INTERVAL);
    }

    /// @dev External, so that a failing creation can be expected.
    function create(bytes memory code) external {
        assembly {
            if iszero(create(0, add(code, 32), mload(code))) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }

    function _refuse(IPolicyCage.CageConfig memory c, bytes memory expected) private {
        bytes memory code = abi.encodePacked(vm.getCode("PolicyCage.sol:PolicyCage"), abi.encode(c));
        vm.expectRevert(expected);
        this.create(code);
    }
}
