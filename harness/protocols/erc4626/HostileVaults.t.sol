// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {CageFixture} from "../../../test/contracts/CageFixture.sol";
import {IPolicyCage} from "../../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {Erc4626Reader} from "../../../tools/contracts/readers/Erc4626Reader.sol";
import {VaultChecker} from "../../../tools/protocols/erc4626/contracts/VaultChecker.sol";
import {ClosedVault, FeeVault, LyingVault} from "./HostileVaults.sol";

/// @notice What an approved vault can do to a cage that holds its shares, and what the cage counts of it.
abstract contract OneVault is CageFixture {
    ERC4626 internal vault;
    VaultChecker private _checker;
    Erc4626Reader private _reader;

    function _create() internal virtual returns (ERC4626);

    function _prepare() internal override {
        vault = _create();
        _checker = new VaultChecker(address(vault));
        _reader = new Erc4626Reader(vault);
        // Shares of another account, so that there is a price.
        usdc.mint(address(this), 1_000_000e6);
        usdc.approve(address(vault), type(uint256).max);
        vault.deposit(100_000e6, address(this));
    }

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.targets[2].target = address(vault);
        c.targets[2].selectors = new bytes4[](4);
        c.targets[2].selectors[0] = IERC4626.deposit.selector;
        c.targets[2].selectors[1] = IERC4626.mint.selector;
        c.targets[2].selectors[2] = IERC4626.withdraw.selector;
        c.targets[2].selectors[3] = IERC4626.redeem.selector;
        c.targets[2].checker = _code(address(_checker));
        c.targets[2].reader = _code(address(_reader));
        c.places[0] = keccak256(abi.encode(vault));
    }

    function _deposit(uint256 assets) internal view returns (IPolicyCage.Call[] memory calls) {
        calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(usdc), abi.encodeCall(IERC20.approve, (address(vault), assets)));
        calls[1] = _call(address(vault), abi.encodeCall(IERC4626.deposit, (assets, address(cage))));
    }

    function _redeem(uint256 shares) internal view returns (IPolicyCage.Call[] memory) {
        return
            _calls(address(vault), 0, abi.encodeCall(IERC4626.redeem, (shares, address(cage), address(cage))));
    }

    function _fails(IPolicyCage.Call[] memory calls, bytes4 reason) internal {
        bytes32 permitId = _permit();
        vm.expectPartialRevert(reason);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, permitId, "");
    }
}

/// @notice Shares that another account takes out of the same transaction are a loss of it.
contract LyingVaultTest is OneVault {
    function _create() internal override returns (ERC4626) {
        return new LyingVault(usdc, thief);
    }

    function test_I30_whatIsMintedForAnotherIsALoss() public {
        assertEq(vault.previewDeposit(10_000e6), 10_000e6);
        _fails(_deposit(10_000e6), ICageErrors.ValueLossExceeded.selector);
    }
}

/// @notice A fee counts when it is taken, and more of it than an action may lose is refused.
contract FeeVaultTest is OneVault {
    function _create() internal override returns (ERC4626) {
        return new FeeVault(usdc);
    }

    function test_I30_aFeeIsALoss() public {
        _fails(_deposit(10_000e6), ICageErrors.ValueLossExceeded.selector);
    }
}

/// @notice Shares that nobody pays out count on, and leave once they may.
contract ClosedVaultTest is OneVault {
    function _create() internal override returns (ERC4626) {
        return new ClosedVault(usdc);
    }

    function setUp() public override {
        super.setUp();
        _run(_deposit(10_000e6));
    }

    function test_I30_whatIsLockedCounts() public {
        ClosedVault(address(vault)).setClosed(true);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        assertEq(_count(), 1);
        bytes32 permitId = _permit();
        IPolicyCage.Call[] memory calls = _redeem(10_000e6);
        vm.expectPartialRevert(ICageErrors.CallFailed.selector);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, permitId, "");
        ClosedVault(address(vault)).setClosed(false);
        _run(_redeem(10_000e6));
        assertEq(usdc.balanceOf(address(cage)), 100_000e6);
        assertEq(_count(), 0);
    }

    /// @notice A gift of any size before a deposit: what goes in at its price is a loss of what the rate may not yet count.
    function testFuzz_I30_noDepositAtABentPrice(uint256 gift) public {
        gift = bound(gift, 20_000e6, 400_000e6);
        usdc.transfer(address(vault), gift);
        _pass(INTERVAL);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_000e6, 1e6);
        _fails(_deposit(10_000e6), ICageErrors.ValueLossExceeded.selector);
    }

    /// @notice The first price that a cage books may be bent: then a share costs as much as it counts for, and pays that.
    function testFuzz_I33_aGiftBeforeTheFirstDepositCostsNothing(uint256 gift) public {
        _run(_redeem(10_000e6));
        _pass(INTERVAL);
        gift = bound(gift, 1, 400_000e6);
        usdc.transfer(address(vault), gift);
        _run(_deposit(10_000e6));
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_000e6, 10);
        _run(_redeem(vault.balanceOf(address(cage))));
        assertApproxEqAbs(usdc.balanceOf(address(cage)), 100_000e6, 10);
    }

    /// @notice What a strategy lost is lost at once.
    function testFuzz_I67_aLossCountsAtOnce(uint256 bps) public {
        bps = bound(bps, 1, 10_000);
        uint256 lost = usdc.balanceOf(address(vault)) * bps / 10_000;
        vm.prank(address(vault));
        usdc.transfer(thief, lost);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_000e6 - 10_000e6 * bps / 10_000, 2);
    }
}
