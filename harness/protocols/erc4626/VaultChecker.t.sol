// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {VaultChecker} from "../../../tools/protocols/erc4626/contracts/VaultChecker.sol";

/// @notice An account acts on its own shares, for itself and to itself.
contract VaultCheckerTest is Test {
    address private constant ACCOUNT = address(0xacc);
    address private constant OTHER = address(0xbad);
    address private constant VAULT = address(0x4626);
    VaultChecker private _checker = new VaultChecker(VAULT);

    function check(uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(_checker), abi.encodeCall(_checker.check, (ACCOUNT, value, data)));
    }

    function _passes(bytes memory data) private view {
        bytes memory said = check(0, data);
        // It revokes nothing and pledges nothing.
        assertEq(Words.at(said, 0), 0);
        assertEq(Words.at(said, 2), 0);
    }

    function _refuses(bytes memory data) private {
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, OTHER));
        this.check(0, data);
    }

    function test_default_ownActsPass() public view {
        _passes(abi.encodeCall(IERC4626.deposit, (1, ACCOUNT)));
        _passes(abi.encodeCall(IERC4626.mint, (1, ACCOUNT)));
        _passes(abi.encodeCall(IERC4626.withdraw, (1, ACCOUNT, ACCOUNT)));
        _passes(abi.encodeCall(IERC4626.redeem, (1, ACCOUNT, ACCOUNT)));
    }

    function test_I61_nobodyElseGains() public {
        _refuses(abi.encodeCall(IERC4626.deposit, (1, OTHER)));
        _refuses(abi.encodeCall(IERC4626.mint, (1, OTHER)));
        _refuses(abi.encodeCall(IERC4626.withdraw, (1, OTHER, ACCOUNT)));
        _refuses(abi.encodeCall(IERC4626.redeem, (1, OTHER, ACCOUNT)));
    }

    function test_I61_nobodyElsesSharesAreTaken() public {
        _refuses(abi.encodeCall(IERC4626.withdraw, (1, ACCOUNT, OTHER)));
        _refuses(abi.encodeCall(IERC4626.redeem, (1, ACCOUNT, OTHER)));
    }

    function test_error_everythingElse() public {
        bytes[3] memory acts = [
            abi.encodeCall(IERC20.transfer, (ACCOUNT, 1)),
            abi.encodeCall(IERC20.approve, (ACCOUNT, 1)),
            abi.encodeWithSignature("multicall(bytes[])", new bytes[](0))
        ];
        for (uint256 i; i < acts.length; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, VAULT, bytes4(acts[i]))
            );
            this.check(0, acts[i]);
        }
    }

    function test_error_nativeCoins() public {
        vm.expectRevert(ICageErrors.NativeNotAllowed.selector);
        this.check(1, abi.encodeCall(IERC4626.deposit, (1, ACCOUNT)));
    }
}
