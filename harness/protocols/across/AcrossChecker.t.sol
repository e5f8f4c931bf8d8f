// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {AcrossChecker, ISpokePool} from "../../../tools/protocols/across/contracts/AcrossChecker.sol";

/// @notice A deposit pays its recipient what arrives, in the same token, and gives nobody else anything.
contract AcrossCheckerTest is Test {
    address private constant ACCOUNT = address(0xacc);
    address private constant PAYEE = address(0x9a1d);
    address private constant OTHER = address(0xbad);
    address private constant POOL = address(0x5b0c);
    address private constant USDC = 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48;
    address private constant WETH = 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2;
    address private constant DAI = 0x6B175474E89094C44Da98b954EedeAC495271d0F;
    address private constant USDC_OF_BASE = 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913;
    address private constant USDBC_OF_BASE = 0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA;
    address private constant ROLLUPS = 0x4200000000000000000000000000000000000006;

    struct Deposit {
        address depositor;
        address recipient;
        address inputToken;
        address outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint256 chainId;
        address relayer;
        uint32 exclusivity;
        bytes message;
    }

    AcrossChecker private _checker = new AcrossChecker(POOL);

    function check(uint256 value, bytes memory data) public view returns (bytes memory) {
        return Words.ask(address(_checker), abi.encodeCall(_checker.check, (ACCOUNT, value, data)));
    }

    function _usual() private pure returns (Deposit memory d) {
        d.depositor = ACCOUNT;
        d.recipient = PAYEE;
        (d.inputToken, d.outputToken, d.chainId) = (USDC, USDC_OF_BASE, 8453);
        (d.inputAmount, d.outputAmount) = (1_000e6, 999e6);
    }

    function _encode(Deposit memory d) private view returns (bytes memory data) {
        bytes32[13] memory words;
        (words[0], words[1]) = (_word(d.depositor), _word(d.recipient));
        (words[2], words[3]) = (_word(d.inputToken), _word(d.outputToken));
        (words[4], words[5]) = (bytes32(d.inputAmount), bytes32(d.outputAmount));
        (words[6], words[7]) = (bytes32(d.chainId), _word(d.relayer));
        (words[8], words[9]) = (bytes32(block.timestamp), bytes32(block.timestamp + 1 hours));
        (words[10], words[11]) = (bytes32(uint256(d.exclusivity)), bytes32(uint256(12 * 32)));
        words[12] = bytes32(d.message.length);
        data = abi.encodePacked(ISpokePool.depositV3.selector, words);
        if (d.message.length != 0) data = bytes.concat(data, bytes32(d.message));
    }

    function _word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    function _refuses(Deposit memory d, bytes memory why) private {
        bytes memory data = _encode(d);
        vm.expectRevert(why);
        this.check(0, data);
    }

    function _foreign(address gaining) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, gaining);
    }

    function _otherAsset(address token) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICageErrors.AssetNotAllowed.selector, token);
    }

    function _malformed() private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICageErrors.MalformedCall.selector, POOL, ISpokePool.depositV3.selector);
    }

    function test_default_itPaysTheRecipientWhatArrives() public view {
        bytes memory said = check(0, _encode(_usual()));
        // It revokes nothing, and says one payment of one token.
        assertEq(Words.at(said, 0), 0);
        assertEq(Words.at(said, 2), 1);
        assertEq(Words.at(said, 8), 0);
        assertEq(Words.at(said, 7), uint160(PAYEE));
        assertEq(Words.at(said, 9), 1);
        assertEq(Words.at(said, 10), uint160(USDC));
        // The relayer's fee is no part of it.
        assertEq(int256(Words.at(said, 11)), -999e6);
    }

    function test_I61_whatNobodyFillsComesBackToTheAccount() public {
        Deposit memory d = _usual();
        d.depositor = OTHER;
        _refuses(d, _foreign(OTHER));
    }

    function test_I61_noRelayerIsChosen() public {
        Deposit memory d = _usual();
        d.relayer = OTHER;
        _refuses(d, _foreign(OTHER));
        d.relayer = address(0);
        d.exclusivity = 1;
        _refuses(d, _malformed());
    }

    function test_I61_noMessageGoesWithIt() public {
        Deposit memory d = _usual();
        d.message = hex"01";
        _refuses(d, _malformed());
    }

    /// @notice A message is read where its place says, which may be anywhere.
    function test_I61_nothingHidesAMessage() public {
        bytes memory data = _encode(_usual());
        for (uint256 place = 0; place < 32 * 12; place += 32) {
            bytes memory moved = bytes.concat(data);
            assembly ("memory-safe") {
                mstore(add(moved, add(36, mul(32, 11))), place)
            }
            vm.expectRevert(_malformed());
            this.check(0, moved);
        }
        vm.expectRevert(_malformed());
        this.check(0, bytes.concat(data, bytes32(0)));
    }

    function test_I65_theSameTokenArrives() public {
        Deposit memory d = _usual();
        d.outputToken = USDBC_OF_BASE;
        _refuses(d, _otherAsset(USDBC_OF_BASE));
        d.outputToken = ROLLUPS;
        _refuses(d, _otherAsset(ROLLUPS));
        d.outputToken = address(0);
        _refuses(d, _otherAsset(address(0)));
        // Of a token that has none there, no token is the same, none included.
        d.inputToken = DAI;
        _refuses(d, _otherAsset(address(0)));
        d = _usual();
        d.inputToken = WETH;
        _refuses(d, _otherAsset(USDC_OF_BASE));
    }

    function test_I65_unknownChains() public {
        Deposit memory d = _usual();
        uint256[4] memory chains = [uint256(0), 1, 56, 8453 + (1 << 64)];
        for (uint256 i; i < chains.length; ++i) {
            d.chainId = chains[i];
            _refuses(d, _otherAsset(USDC_OF_BASE));
        }
    }

    function test_I70_noMoreArrivesThanWentIn() public {
        Deposit memory d = _usual();
        d.outputAmount = d.inputAmount;
        assertEq(int256(Words.at(check(0, _encode(d)), 11)), -1_000e6);
        ++d.outputAmount;
        _refuses(d, _malformed());
        d.outputAmount = 0;
        _refuses(d, _malformed());
    }

    /// @dev Native USDC (developers.circle.com/stablecoins/usdc-contract-addresses), and the wrapped ether that bridges made canonical.
    function test_I65_routes() public view {
        uint256[5] memory chains = [uint256(10), 130, 137, 8453, 42161];
        address[5] memory usdc = [
            0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85,
            0x078D782b760474a361dDA0AF3839290b0EF57AD6,
            0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359,
            USDC_OF_BASE,
            0xaf88d065e77c8cC2239327C5EDb3A432268e5831
        ];
        address[5] memory weth = [
            ROLLUPS,
            ROLLUPS,
            0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619,
            ROLLUPS,
            0x82aF49447D8a07e3bd95BD0d56f35241523fBab1
        ];
        for (uint256 i; i < chains.length; ++i) {
            assertEq(_checker.outputOf(USDC, chains[i]), usdc[i]);
            assertEq(_checker.outputOf(WETH, chains[i]), weth[i]);
            assertEq(_checker.outputOf(DAI, chains[i]), address(0));
        }
        assertEq(_checker.outputOf(WETH, 56), address(0));
    }

    function test_error_otherCalls() public {
        bytes memory data = abi.encodeWithSignature("speedUpDeposit(bytes32)", 1);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, POOL, bytes4(data)));
        this.check(0, data);
        bytes[] memory inner = new bytes[](1);
        inner[0] = _encode(_usual());
        data = abi.encodeWithSignature("multicall(bytes[])", inner);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, POOL, bytes4(data)));
        this.check(0, data);
        data = abi.encodeCall(IERC20.transfer, (ACCOUNT, 1));
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, POOL, bytes4(data)));
        this.check(0, data);
    }

    function test_error_nativeCoins() public {
        bytes memory data = _encode(_usual());
        vm.expectRevert(ICageErrors.NativeNotAllowed.selector);
        this.check(1, data);
    }

    function test_error_bytesThatEndEarly() public {
        bytes memory data = _encode(_usual());
        assembly ("memory-safe") {
            mstore(data, sub(mload(data), 96))
        }
        vm.expectRevert();
        this.check(0, data);
    }
}
