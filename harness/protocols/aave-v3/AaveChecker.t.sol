// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {AaveChecker} from "../../../tools/protocols/aave-v3/contracts/AaveChecker.sol";
import {
    IAaveGateway,
    IAavePool,
    IAaveRewards
} from "../../../tools/protocols/aave-v3/contracts/IAavePool.sol";

contract AaveCheckerTest is Test {
    address private constant ACCOUNT = address(0xacc);
    address private constant POOL = address(0x900);
    address private constant ASSET = address(0xa55e7);

    AaveChecker private checker = new AaveChecker(POOL);

    function check(uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(checker), abi.encodeCall(checker.check, (ACCOUNT, value, data)));
    }

    /// @dev Nothing that it accepts revokes, and nothing is pledged.
    function _accept(uint256 value, bytes memory data) private view {
        assertEq(check(value, data), abi.encode(false, uint256(64), uint256(0)));
    }

    function _refuse(bytes memory reason, uint256 value, bytes memory data) private {
        vm.expectRevert(reason);
        this.check(value, data);
    }

    function _recipient(address recipient) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, recipient);
    }

    function _malformed(bytes4 selector) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICageErrors.MalformedCall.selector, POOL, selector);
    }

    function testFuzz_I65_acceptsWhatIsTheAccountsOwn(uint256 amount, uint16 code) public view {
        _accept(0, abi.encodeCall(IAavePool.supply, (ASSET, amount, ACCOUNT, code)));
        _accept(0, abi.encodeCall(IAavePool.withdraw, (ASSET, amount, ACCOUNT)));
        _accept(0, abi.encodeCall(IAavePool.borrow, (ASSET, amount, 2, code, ACCOUNT)));
        _accept(0, abi.encodeCall(IAavePool.repay, (ASSET, amount, 2, ACCOUNT)));
        _accept(0, abi.encodeCall(IAavePool.repayWithATokens, (ASSET, amount, 2)));
        _accept(0, abi.encodeCall(IAavePool.setUserUseReserveAsCollateral, (ASSET, amount % 2 == 0)));
        _accept(0, abi.encodeCall(IAavePool.setUserEMode, (uint8(code))));
        _accept(amount, abi.encodeCall(IAaveGateway.depositETH, (POOL, ACCOUNT, code)));
        _accept(0, abi.encodeCall(IAaveRewards.claimAllRewards, (new address[](3), ACCOUNT)));
    }

    function testFuzz_borrowsOnCreditThatAnotherDelegated(address delegator) public view {
        _accept(0, abi.encodeCall(IAavePool.borrow, (ASSET, 1, 2, 0, delegator)));
    }

    function testFuzz_I68_refusesWhatIsAnothers(address other) public {
        vm.assume(other != ACCOUNT);
        bytes memory reason = _recipient(other);
        _refuse(reason, 0, abi.encodeCall(IAavePool.supply, (ASSET, 1, other, 0)));
        _refuse(reason, 0, abi.encodeCall(IAavePool.withdraw, (ASSET, 1, other)));
        _refuse(reason, 0, abi.encodeCall(IAavePool.repay, (ASSET, 1, 2, other)));
        _refuse(reason, 1, abi.encodeCall(IAaveGateway.depositETH, (POOL, other, 0)));
        _refuse(reason, 0, abi.encodeCall(IAaveRewards.claimAllRewards, (new address[](0), other)));
    }

    function testFuzz_I65_refusesEveryRateButTheVariable(uint256 mode) public {
        vm.assume(mode != 2);
        _refuse(
            _malformed(IAavePool.borrow.selector),
            0,
            abi.encodeCall(IAavePool.borrow, (ASSET, 1, mode, 0, ACCOUNT))
        );
        _refuse(
            _malformed(IAavePool.repay.selector),
            0,
            abi.encodeCall(IAavePool.repay, (ASSET, 1, mode, ACCOUNT))
        );
        _refuse(
            _malformed(IAavePool.repayWithATokens.selector),
            0,
            abi.encodeCall(IAavePool.repayWithATokens, (ASSET, 1, mode))
        );
    }

    function testFuzz_I65_seizesTheAssetOfAnotherAndNeverATokens(address user) public {
        bytes4 selector = IAavePool.liquidationCall.selector;
        if (user != ACCOUNT) {
            _accept(0, abi.encodeCall(IAavePool.liquidationCall, (ASSET, ASSET, user, 1, false)));
        }
        _refuse(
            _malformed(selector), 0, abi.encodeCall(IAavePool.liquidationCall, (ASSET, ASSET, user, 1, true))
        );
        _refuse(
            _malformed(selector),
            0,
            abi.encodeCall(IAavePool.liquidationCall, (ASSET, ASSET, ACCOUNT, 1, false))
        );
    }

    function testFuzz_I68_paysNativeCoinsToItsOwnPoolAlone(address pool) public {
        vm.assume(pool != POOL);
        _refuse(
            _malformed(IAaveGateway.depositETH.selector),
            1,
            abi.encodeCall(IAaveGateway.depositETH, (pool, ACCOUNT, 0))
        );
        bytes memory none = abi.encodeWithSelector(ICageErrors.NativeNotAllowed.selector);
        _refuse(none, 1, abi.encodeCall(IAavePool.supply, (ASSET, 1, ACCOUNT, 0)));
        _refuse(none, 1, abi.encodeCall(IAavePool.setUserEMode, (1)));
    }

    function testFuzz_I65_refusesWhatItDoesNotKnow(bytes4 selector) public {
        bytes4[11] memory known = [
            IAavePool.supply.selector,
            IAavePool.withdraw.selector,
            IAavePool.borrow.selector,
            IAavePool.repay.selector,
            IAavePool.repayWithATokens.selector,
            IAavePool.setUserUseReserveAsCollateral.selector,
            IAavePool.setUserEMode.selector,
            IAavePool.liquidationCall.selector,
            IAaveGateway.depositETH.selector,
            IAaveRewards.claimAllRewards.selector,
            bytes4(0)
        ];
        for (uint256 i; i < known.length; i++) {
            vm.assume(selector != known[i]);
        }
        _refuse(
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, POOL, selector),
            0,
            abi.encodePacked(selector, new bytes(320))
        );
    }
}
