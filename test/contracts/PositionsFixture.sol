// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {MockToken} from "./mocks/Mocks.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {Erc4626Reader} from "../../tools/contracts/readers/Erc4626Reader.sol";
import {LendingPool, PeggedToken, PoolReader, Vault} from "./mocks/Receipts.sol";

/// @notice A cage with a lending pool, whose receipts and debts grow with an index, and an ERC-4626 vault.
abstract contract PositionsFixture is CageFixture {
    LendingPool internal pool;
    PeggedToken internal aWeth;
    PeggedToken internal aUsdc;
    PeggedToken internal debtUsdc;
    PeggedToken internal debtWeth;
    Vault internal vault;
    PoolReader internal poolReader;
    Erc4626Reader internal vaultReader;

    function _prepare() internal virtual override {
        pool = new LendingPool();
        aWeth = new PeggedToken("aWETH", weth, false);
        aUsdc = new PeggedToken("aUSDC", usdc, false);
        debtUsdc = new PeggedToken("dUSDC", usdc, true);
        debtWeth = new PeggedToken("dWETH", weth, true);
        vault = new Vault(weth);
        poolReader = new PoolReader(pool);
        vaultReader = new Erc4626Reader(IERC4626(address(vault)));
        // Another account's shares, so that a donation has to be large to be felt.
        weth.mint(address(this), 1_000e18);
        weth.approve(address(vault), 1_000e18);
        vault.deposit(1_000e18, address(this));
    }

    function _config() internal view virtual override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        IPolicyCage.TargetConfig[] memory targets = new IPolicyCage.TargetConfig[](5);
        for (uint256 i; i < 3; ++i) {
            targets[i] = c.targets[i];
        }
        targets[3].target = address(pool);
        targets[3].selectors = new bytes4[](4);
        targets[3].selectors[0] = LendingPool.supply.selector;
        targets[3].selectors[1] = LendingPool.withdraw.selector;
        targets[3].selectors[2] = LendingPool.borrow.selector;
        targets[3].selectors[3] = LendingPool.repay.selector;
        targets[3].reader = _code(address(poolReader));
        targets[4].reader = _code(address(vaultReader));
        targets[4].target = address(vault);
        targets[4].selectors = new bytes4[](2);
        targets[4].selectors[0] = vault.deposit.selector;
        targets[4].selectors[1] = vault.redeem.selector;
        c.targets = targets;
        c.places = new bytes32[](5);
        (c.places[0], c.places[1]) = (_key(aWeth), _key(aUsdc));
        (c.places[2], c.places[3]) = (_key(debtUsdc), _key(debtWeth));
        c.places[4] = keccak256(abi.encode(vault));
    }

    function _key(PeggedToken token) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(address(token))));
    }

    // ------------------------------------------------------------ helpers

    function _fails(IPolicyCage.Call[] memory calls, bytes4 selector) internal {
        bytes32 permitId = _permit();
        vm.expectPartialRevert(selector);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, permitId, "");
    }

    function _two(MockToken token, address spender, uint256 amount, bytes memory data)
        internal
        pure
        returns (IPolicyCage.Call[] memory calls)
    {
        calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(token), abi.encodeCall(IERC20.approve, (spender, amount)));
        calls[1] = _call(spender, data);
    }

    function _supply(uint256 amount) internal view returns (IPolicyCage.Call[] memory) {
        return _two(weth, address(pool), amount, abi.encodeCall(pool.supply, (aWeth, amount, address(cage))));
    }

    function _take(uint256 amount, address to) internal view returns (IPolicyCage.Call[] memory) {
        return _calls(address(pool), 0, abi.encodeCall(pool.withdraw, (aWeth, amount, to)));
    }

    function _deposit(uint256 amount) internal view returns (IPolicyCage.Call[] memory) {
        return _two(weth, address(vault), amount, abi.encodeCall(vault.deposit, (amount, address(cage))));
    }

    function _redeem(uint256 shares, address to) internal view returns (IPolicyCage.Call[] memory) {
        return _calls(address(vault), 0, abi.encodeCall(vault.redeem, (shares, to, address(cage))));
    }

    function _borrow(PeggedToken debt, uint256 amount, address to)
        internal
        view
        returns (IPolicyCage.Call[] memory)
    {
        return _calls(address(pool), 0, abi.encodeCall(pool.borrow, (debt, amount, to)));
    }

    function _repay(PeggedToken debt, uint256 amount) internal view returns (IPolicyCage.Call[] memory) {
        MockToken token = MockToken(debt.UNDERLYING_ASSET_ADDRESS());
        return _two(token, address(pool), amount, abi.encodeCall(pool.repay, (debt, amount, address(cage))));
    }

    function _supplyUsdc(uint256 amount) internal view returns (IPolicyCage.Call[] memory) {
        return _two(usdc, address(pool), amount, abi.encodeCall(pool.supply, (aUsdc, amount, address(cage))));
    }

    function _takeUsdc(uint256 amount, address to) internal view returns (IPolicyCage.Call[] memory) {
        return _calls(address(pool), 0, abi.encodeCall(pool.withdraw, (aUsdc, amount, to)));
    }
}
